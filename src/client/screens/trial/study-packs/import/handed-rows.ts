import type { ImportCells } from '#domain/study-pack-import'

/** Rows on their way from the screen that made them to the one that imports them; they name study groups, so nothing stores them. */
export type HandedRows = { batch_id: string; rows: readonly ImportCells[] }

let handed: HandedRows | null = null

export const handRows = (rows: HandedRows): void => {
  handed = rows
}

/** The rows that were handed over, or null. */
export const handedRows = (): HandedRows | null => handed

export const dropHandedRows = (): void => {
  handed = null
}

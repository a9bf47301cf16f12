import type { ImportCells } from '#domain/study-pack-import'

/** Rows on their way from the screen that made them to the one that imports them; they name study groups, so nothing stores them. */
export type HandedRows = { batch_id: string; rows: readonly ImportCells[] }

let handed: HandedRows | null = null

export const handRows = (rows: HandedRows): void => {
  handed = rows
}

/** The rows that were handed over; taken once, they are gone. */
export const takeHandedRows = (): HandedRows | null => {
  const taken = handed
  handed = null
  return taken
}

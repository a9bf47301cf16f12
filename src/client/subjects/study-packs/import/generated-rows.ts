import type { ImportCells } from '#domain/study-packs/study-pack-import'

/** Rows that the label generator made for the import. They name study groups, so nothing stores them. */
export type GeneratedRows = { batch_id: string; rows: readonly ImportCells[] }

let generated: GeneratedRows | null = null

export const setGeneratedRows = (rows: GeneratedRows): void => {
  generated = rows
}

/** The generated rows, or null. */
export const getGeneratedRows = (): GeneratedRows | null => generated

export const clearGeneratedRows = (): void => {
  generated = null
}

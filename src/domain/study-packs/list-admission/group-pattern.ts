import type { ImportColumn } from '../study-pack-import'

/** A feature by which the group of a pack can be guessed without opening it: its column, and its description. */
export type GroupPattern = { column: 'batch_id' | ImportColumn; message: string }

/** The fields of a study group by which packs are compared. */
export type ComparedGroup = { id: number; factorial_level: number | null; weight: number }

/** The basis of the comparison: the study groups of the trial, and those of which the batch has packs already. */
export type ComparedBy = { study_groups: readonly ComparedGroup[]; in_batch: readonly number[] }

import type { ImportColumn } from '../study-pack-import'

/** Something by which the group of a pack can be guessed without opening it: where it shows, and what it is. */
export type GroupPattern = { column: 'batch_id' | ImportColumn; message: string }

/** A study group as packs are compared by it. */
export type ComparedGroup = { id: number; factorial_level: number | null; weight: number }

/** What packs are compared by: the study groups of the trial, and of which of them their batch holds packs already. */
export type ComparedBy = { study_groups: readonly ComparedGroup[]; in_batch: readonly number[] }

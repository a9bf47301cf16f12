/**
 * What a list of study packs is sorted by, all of it shown to everybody who sees the list. The study group is none of them: an order
 * shows what a column hides.
 */
export const PACK_SORTS = [
  'batch',
  'pack_id',
  'status',
  'site',
  'duration',
  'last_allocation_date',
  'participant',
] as const
export type PackSort = (typeof PACK_SORTS)[number]

export type PackOrder = { sort: PackSort; order: 'asc' | 'desc' }

/**
 * The sort keys of a list of study packs, all visible to everybody who sees the list. The study group is not one of
 * them: an order would reveal a hidden column.
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

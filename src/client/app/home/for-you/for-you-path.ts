import type { paths } from '../../../paths'

/** The pages to which an item may lead. */
export type ForYouPath =
  | ReturnType<typeof paths.outbox>
  | ReturnType<typeof paths.participant>
  | ReturnType<typeof paths.trial>
  | (ReturnType<typeof paths.studyPacks> & { search: { status: string[]; expiry: 'within_30_days' } })

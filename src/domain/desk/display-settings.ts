import { LISTED_PACK_FIELDS } from '../study-packs/study-pack-fields'

/*
 * One person's settings of the portal's appearance. The server stores them for all of their devices (decision 0074).
 * They never show more than the person may see: a chosen column without the right to it stays hidden.
 */

export const THEMES = ['device', 'light', 'dark'] as const
export const DENSITIES = ['device', 'comfortable', 'compact'] as const

/** The page after a sign-in without another address. */
export const START_PAGES = ['home', 'trials', 'reports', 'users', 'audit_logs'] as const
export type StartPage = (typeof START_PAGES)[number]

/** The lists whose table a person may arrange. */
export const ARRANGED_LISTS = [
  'trials',
  'participants',
  'study_packs',
  'messages',
  'users',
  'audit_logs',
  'long_report',
] as const
export type ArrangedList = (typeof ARRANGED_LISTS)[number]

/** Those whose searches a person may save. */
export type SearchedList = Exclude<ArrangedList, 'long_report'>

/** The columns of each list in their usual order. */
export const LIST_COLUMNS: Readonly<Record<ArrangedList, readonly string[]>> = {
  trials: ['id', 'title', 'trial_status', 'num_sampled', 'end_on'],
  participants: [
    'trial_sequence_no',
    'created_at',
    'participant_id',
    'study_group',
    'site',
    'study_packs',
    'flag_status',
  ],
  study_packs: ['pack_id', 'study_pack_status_id', 'site_id', 'participant', ...LISTED_PACK_FIELDS, 'study_group'],
  messages: ['recipient', 'event', 'state', 'attempts', 'queued_at', 'sent_at'],
  users: ['id', 'name', 'email', 'association', 'account'],
  audit_logs: ['id', 'created_at', 'user', 'trial_id', 'kind', 'description'],
  long_report: [
    'trial_sequence_no',
    'created_at',
    'randomised_by',
    'participant_id',
    'site',
    'strata',
    'study_group',
    'study_packs',
    'study_pack_actions',
    'flag_status',
    'flags',
    'unblindings',
    'inadvertent_unblindings',
    'errors',
    'as_used',
    'corrected',
  ],
}

/** The column of each list that always stays: it names the record, and leads to it. */
export const NAMING_COLUMN: Readonly<Record<ArrangedList, string>> = {
  trials: 'title',
  participants: 'trial_sequence_no',
  study_packs: 'pack_id',
  messages: 'event',
  users: 'name',
  audit_logs: 'id',
  long_report: 'trial_sequence_no',
}

/** The most dismissed notices that are stored for a person. */
export const MAX_DISMISSED_NOTICES = 50

/** The most filters that a person saves for one list. */
export const MAX_SAVED_FILTERS = 30

/** The fields of a list's address, as texts. */
type SavedSearch = Readonly<Record<string, string | readonly string[] | undefined>>

/** A search of a list under a name. `trial_id` is there for the lists of a trial alone. */
export type SavedFilter = { name: string; trial_id?: number | undefined; search: SavedSearch }

type OfLists<Value> = { readonly [List in ArrangedList]?: Value | undefined }

export type DisplaySettings = {
  theme: (typeof THEMES)[number]
  density: (typeof DENSITIES)[number]
  start_page: StartPage
  /** The columns that are shown, in their order, for lists that were arranged. */
  list_columns: OfLists<readonly string[]>
  saved_filters: OfLists<readonly SavedFilter[]>
  /** The notices of the service that the person has dismissed, by id. */
  dismissed_notices: readonly number[]
  /** The version whose news they have opened; null before the first. */
  seen_release: string | null
}

/** A change of settings; absent ones stay. A list is replaced as a whole, and null restores the usual one. */
export type DisplayChange = {
  theme?: DisplaySettings['theme'] | undefined
  density?: DisplaySettings['density'] | undefined
  start_page?: StartPage | undefined
  list_columns?: OfLists<readonly string[] | null> | undefined
  saved_filters?: OfLists<readonly SavedFilter[] | null> | undefined
  dismissed_notices?: readonly number[] | undefined
  seen_release?: string | undefined
}

export const USUAL_DISPLAY: DisplaySettings = {
  theme: 'device',
  density: 'device',
  start_page: 'home',
  list_columns: {},
  saved_filters: {},
  dismissed_notices: [],
  seen_release: null,
}

/** The settings after a change. */
export const changedDisplay = (settings: DisplaySettings, change: DisplayChange): DisplaySettings => ({
  theme: change.theme ?? settings.theme,
  density: change.density ?? settings.density,
  start_page: change.start_page ?? settings.start_page,
  list_columns: changedLists(settings.list_columns, change.list_columns),
  saved_filters: changedLists(settings.saved_filters, change.saved_filters),
  dismissed_notices: change.dismissed_notices ?? settings.dismissed_notices,
  seen_release: change.seen_release ?? settings.seen_release,
})

const changedLists = <Value>(before: OfLists<Value>, change: OfLists<Value | null> = {}): OfLists<Value> => {
  const after: Partial<Record<ArrangedList, Value>> = {}
  for (const list of ARRANGED_LISTS) {
    const value = change[list] === undefined ? before[list] : change[list]
    if (value !== null && value !== undefined) after[list] = value
  }
  return after
}

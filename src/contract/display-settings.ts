import { DENSITIES, MAX_DISMISSED_NOTICES, MAX_SAVED_FILTERS, START_PAGES, THEMES } from '#domain/desk/display-settings'
import * as v from 'valibot'
import { listAuditLogs } from './audit-logs'
import { exactObject, id, requiredText } from './fields'
import { columnsOf } from './list-columns'
import { listMessages } from './messages'
import { listParticipants } from './participants'
import { studyPackFilterFields, studyPackOrderFields } from './study-pack-filter'
import { listTrials } from './trials'
import { listUsers } from './users'

/* One person's settings of the portal's appearance, from closed lists and of bounded size (decision 0074). */

/** Fields of a list's address for the position in the list, not for its content. */
const PLACE = ['page', 'page_size']

const text = requiredText(255, 'Must not be empty')
const textOrTexts = v.union([text, v.pipe(v.array(text), v.maxLength(100))], 'Must be a text or a list of texts')

/** A search in the fields of a list, as its address has them. */
const savedSearch = (fields: v.ObjectEntries) => {
  const narrowing = Object.fromEntries(Object.entries(fields).filter(([name]) => !PLACE.includes(name)))
  return v.pipe(
    exactObject(v.entriesFromList(Object.keys(narrowing), v.exactOptional(textOrTexts))),
    v.check((search) => v.is(v.strictObject(narrowing), search), 'Not a search of this list'),
  )
}

const filters = <const F extends v.GenericSchema<unknown, { name: string; trial_id?: number }>>(filter: F) =>
  v.pipe(
    v.array(filter, 'Must be a list'),
    v.maxLength(MAX_SAVED_FILTERS, `At most ${MAX_SAVED_FILTERS} saved filters`),
    v.check(
      (saved) => new Set(saved.map(({ name, trial_id }) => `${trial_id} ${name}`)).size === saved.length,
      'Each name once',
    ),
  )

const name = requiredText(60)
const filtersOfList = (fields: v.ObjectEntries) => filters(exactObject({ name, search: savedSearch(fields) }))
const filtersInTrial = (fields: v.ObjectEntries) =>
  filters(exactObject({ name, trial_id: id, search: savedSearch(fields) }))

const { trial: _trial, ...usersFields } = listUsers.query

const listColumns = {
  trials: columnsOf('trials'),
  participants: columnsOf('participants'),
  study_packs: columnsOf('study_packs'),
  messages: columnsOf('messages'),
  users: columnsOf('users'),
  audit_logs: columnsOf('audit_logs'),
  long_report: columnsOf('long_report'),
}
const savedFilters = {
  trials: filtersOfList(listTrials.query),
  participants: filtersInTrial(listParticipants.query),
  study_packs: filtersInTrial({ ...studyPackFilterFields, ...studyPackOrderFields }),
  messages: filtersInTrial(listMessages.query),
  users: filtersOfList(usersFields),
  audit_logs: filtersOfList(listAuditLogs.query),
}

const choices = {
  theme: v.picklist(THEMES, 'Must be device, light or dark'),
  density: v.picklist(DENSITIES, 'Must be device, comfortable or compact'),
  start_page: v.picklist(START_PAGES, 'Not a start page'),
}

/** The settings as they are answered. */
export const displaySettings = v.strictObject({
  ...choices,
  list_columns: v.partial(v.strictObject(listColumns)),
  saved_filters: v.partial(v.strictObject(savedFilters)),
  // Missing in answers that an older version stored.
  dismissed_notices: v.optional(v.array(id), []),
  seen_release: v.optional(v.nullable(v.string()), null),
})

/** A change of them: what is absent stays, a list is replaced as a whole, and null is as if it had never been arranged. */
export const displayChange = exactObject({
  theme: v.optional(choices.theme),
  density: v.optional(choices.density),
  start_page: v.optional(choices.start_page),
  list_columns: v.optional(
    exactObject({
      trials: v.nullish(listColumns.trials),
      participants: v.nullish(listColumns.participants),
      study_packs: v.nullish(listColumns.study_packs),
      messages: v.nullish(listColumns.messages),
      users: v.nullish(listColumns.users),
      audit_logs: v.nullish(listColumns.audit_logs),
      long_report: v.nullish(listColumns.long_report),
    }),
  ),
  saved_filters: v.optional(
    exactObject({
      trials: v.nullish(savedFilters.trials),
      participants: v.nullish(savedFilters.participants),
      study_packs: v.nullish(savedFilters.study_packs),
      messages: v.nullish(savedFilters.messages),
      users: v.nullish(savedFilters.users),
      audit_logs: v.nullish(savedFilters.audit_logs),
    }),
  ),
  dismissed_notices: v.optional(
    v.pipe(
      v.array(id, 'Must be a list'),
      v.maxLength(MAX_DISMISSED_NOTICES, `At most ${MAX_DISMISSED_NOTICES} notices`),
    ),
  ),
  seen_release: v.optional(requiredText(60)),
})

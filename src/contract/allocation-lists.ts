import { MAX_LIST_ROWS } from '#domain/own-lists/list-row'
import * as v from 'valibot'
import { endpoint, MAX_IMPORT_BYTES } from './endpoint'
import { exactObject, id, idInAddress, instant, integer } from './fields'
import { inTrial, signedIn } from './needs'
import { TRIAL_TOUCHES } from './touches'

const ofTrial = { trial_id: idInAddress }
const count = v.number()
const person = v.strictObject({ id, name: v.string() })

/** The commitment to a list: SHA-256 in lower-case hex. */
const digest = v.pipe(v.string('Must be a hash'), v.regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits'))

/** What is shown of an uploaded list: never a row. */
const uploadedList = v.strictObject({
  number: id,
  uploaded_at: instant,
  hash: digest,
  rows: count,
  confirmed_at: v.nullable(instant),
  /** Whether the ledger has it, so that its rows are used. */
  is_in_force: v.boolean(),
})

const shownList = v.strictObject({ ...uploadedList.entries, uploaded_by: person, confirmed_by: v.nullable(person) })

const allocationList = v.strictObject({
  /** Whether the trial draws from a list. */
  is_used: v.boolean(),
  author: v.nullable(person),
  /** Every list that was uploaded, in order. */
  lists: v.array(shownList),
  /** Of the lists in force: how many rows each stratum has, and how many are not used yet. */
  strata: v.array(v.strictObject({ stratum: v.string(), rows: count, places_left: count })),
  /** The list that a second person may confirm: how many rows it has for each stratum. */
  waiting: v.nullable(
    v.strictObject({
      number: id,
      hash: digest,
      strata: v.array(v.strictObject({ stratum: v.string(), rows: count })),
    }),
  ),
})
export type AllocationList = v.InferOutput<typeof allocationList>

export const getAllocationList = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/allocation-list',
  summary: 'Read how the uploaded lists of a trial stand, without their rows',
  needs: inTrial('manageAllocationList'),
  parameters: ofTrial,
  status: 200,
  response: allocationList,
})

export const nameListAuthor = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/allocation-list/author',
  summary: 'Name who makes the list of a trial, and may then not see its participants',
  needs: inTrial('manageAllocationList'),
  parameters: ofTrial,
  body: exactObject({ user_id: id }),
  status: 200,
  touches: [...TRIAL_TOUCHES, 'auth/me/allocation-lists'],
  response: allocationList,
  errors: ['list_not_used'],
})

export const confirmAllocationList = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/allocation-list/confirmation',
  summary: 'Confirm an uploaded list as the second person, by its number and hash',
  needs: inTrial('manageAllocationList'),
  parameters: ofTrial,
  body: exactObject({ number: id, hash: digest }),
  status: 200,
  touches: [...TRIAL_TOUCHES, 'auth/me/allocation-lists'],
  response: allocationList,
  errors: ['list_not_used', 'list_not_awaited', 'list_changed_meanwhile', 'list_unfit', 'own_list'],
})

/** What the author of a list must know of its trial, and what became of what they uploaded. */
const ownAllocationList = v.strictObject({
  trial: v.strictObject({ id, title: v.string() }),
  /** Whether the trial takes a list now. */
  is_awaited: v.boolean(),
  is_factorial: v.boolean(),
  study_groups: v.array(v.strictObject({ name: v.string(), weight: count, factorial_level: v.nullable(count) })),
  /** The sites that the rows name; empty where the list is not by site. */
  sites: v.array(v.string()),
  /** The strata whose options the rows name, in order; empty where the list is not by strata. */
  strata: v.array(v.strictObject({ name: v.string(), options: v.array(v.string()) })),
  /** Every stratum of the list: the place of its next row, and how many rows it must have in the end. */
  places: v.array(
    v.strictObject({
      site: v.nullable(v.string()),
      options: v.array(v.string()),
      next_position: count,
      fewest_rows: count,
    }),
  ),
  lists: v.array(uploadedList),
})
export type OwnAllocationList = v.InferOutput<typeof ownAllocationList>

export const listOwnAllocationLists = endpoint({
  method: 'GET',
  path: 'auth/me/allocation-lists',
  summary: 'Read for which trials the user makes the list, and what its rows must say',
  needs: signedIn,
  status: 200,
  response: v.strictObject({ data: v.array(ownAllocationList) }),
})

const name = v.pipe(v.string('Must be text'), v.maxLength(255, 'At most 255 characters'))

/** A row as the file of its author has it: site, options and study groups by their names. */
const listRow = exactObject({
  site: v.nullish(name, null),
  options: v.pipe(v.array(name, 'Must be a list of options'), v.maxLength(30, 'At most 30 options')),
  position: integer(1, 1_000_000),
  study_groups: v.pipe(
    v.array(name, 'Must be a list of study groups'),
    v.minLength(1, 'Must name a study group'),
    v.maxLength(2, 'At most two study groups'),
  ),
})

export const uploadAllocationList = endpoint({
  method: 'POST',
  path: 'auth/me/allocation-lists',
  summary: 'Upload the list of a trial as its author, sealed; all rows or none',
  needs: signedIn,
  body: exactObject({
    trial_id: id,
    rows: v.pipe(
      v.array(listRow, 'Must be a list of rows'),
      v.minLength(1, 'Must have at least one row'),
      v.maxLength(MAX_LIST_ROWS, `At most ${MAX_LIST_ROWS} rows`),
    ),
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 201,
  touches: ['auth/me/allocation-lists', 'trials/{trial_id}/allocation-list'],
  response: ownAllocationList,
  errors: ['forbidden', 'list_not_used', 'list_not_awaited'],
})

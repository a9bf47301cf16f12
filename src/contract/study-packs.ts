import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import {
  isFinalStockAction,
  isPlainAction,
  isReversibleAction,
  isStockAction,
  STUDY_PACK_ACTION_NAMES,
  STUDY_PACK_ACTIONS,
  type PlainAction,
  type StockAction,
  type StudyPackAction,
} from '#domain/study-packs/study-pack-actions'
import { packFieldsOf } from '#domain/study-packs/study-pack-fields'
import { MAX_DURATION } from '#domain/study-packs/study-pack-import'
import { recordFrom } from '#domain/record-of'
import * as v from 'valibot'
import type { ErrorCode } from './errors'
import { endpoint, MAX_IMPORT_BYTES, MAX_LIST_BYTES, noFields, type Endpoint } from './endpoint'
import { date, exactObject, id, idInAddress, instant, integer, optionalText, reason, undo } from './fields'
import { sentInstant } from './sent-instant'
import { inTrial, aboutStudyPack } from './needs'
import { PACK_TOUCHES } from './touches'

/** The events of a pack beside people's actions. */
export const STUDY_PACK_EVENTS = [
  'import',
  'print_label',
  'allocate',
  'check',
  'expire_by_date',
  ...STUDY_PACK_ACTION_NAMES,
] as const
export type StudyPackEvent = (typeof STUDY_PACK_EVENTS)[number]

/** Whether an event concerns the pack itself; printing a label does not. */
export const concernsPack = (event: StudyPackEvent): boolean => event !== 'print_label'

/** The most packs that one call takes. */
export const MAX_PACKS = 20_000

const person = v.strictObject({ id, name: v.string() })

const studyPackLog = v.strictObject({
  id,
  created_at: instant,
  /** When the person acted, where they acted offline. */
  performed_at: v.nullable(instant),
  /** Whether the device's time was impossible, so that `performed_at` is the server's. */
  clock_uncertain: v.boolean(),
  /** Null where the service acted automatically, or where only the day is shown. */
  actioned_by_user: v.nullable(person),
  action: v.picklist(STUDY_PACK_EVENTS),
  comment: v.string(),
  /** True where the viewer sees only the day and the kind: `created_at` is noon UTC of that day. */
  is_day_only: v.optional(v.boolean()),
})
export type StudyPackLog = v.InferOutput<typeof studyPackLog>

const statusId = v.picklist(STUDY_PACK_STATUSES.map((status) => status.id))

const studyPack = v.strictObject({
  id,
  ...v.entriesFromList(packFieldsOf('text'), v.nullable(v.string())),
  pack_id: v.string(),
  batch_id: v.string(),
  study_pack_status_id: statusId,
  site_id: v.nullable(id),
  ...v.entriesFromList(packFieldsOf('days'), v.nullable(v.number())),
  ...v.entriesFromList(packFieldsOf('day'), v.nullable(v.string())),
  /** Only for those of level 4 who are not blinded. */
  study_group: v.optional(v.strictObject({ id, name: v.string() })),
  is_confirmable: v.boolean(),
  /**
   * Only for packs that wait to be dispensed at one of the viewer's sites: SHA-256, in hex, of the salt followed by the three
   * digits, so that a mistake is caught offline. It does not protect against an attacker.
   */
  code_check: v.optional(v.strictObject({ salt: v.string(), hash: v.string() })),
  /** The participant to whom it was allocated; since when, where it waits to be dispensed. */
  participant: v.optional(v.strictObject({ id, trial_sequence_no: id, allocated_at: v.optional(instant) })),
  /** The second person who confirmed the pack for this participant; without an id where the viewer may not see who. */
  checked_by_user: v.optional(v.nullable(v.strictObject({ id: v.nullable(id), name: v.string() }))),
  study_pack_logs: v.optional(v.array(studyPackLog)),
})
export type StudyPack = v.InferOutput<typeof studyPack>

const ofTrial = { trial_id: idInAddress }

export const listStudyPacks = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/study-packs',
  summary: 'List the study packs that the viewer may see, by batch',
  needs: inTrial('viewStudyPacks'),
  parameters: ofTrial,
  query: { logs: v.optional(v.picklist(['true', 'false'], 'Must be true or false'), 'false') },
  status: 200,
  response: v.strictObject({
    data: v.array(v.strictObject({ batch_id: v.string(), study_packs: v.array(studyPack) })),
  }),
  is_versioned: true,
})

export const getStudyPack = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/study-packs/{study_pack_id}',
  summary: 'Read one study pack with its history',
  needs: aboutStudyPack('viewStudyPacks'),
  parameters: { ...ofTrial, study_pack_id: idInAddress },
  status: 200,
  response: studyPack,
  is_versioned: true,
})

const ONE_OR_SEVERAL = 'Give one pack as study_pack_id, or several as study_pack_ids'

const packs = {
  study_pack_id: v.nullish(id, null),
  study_pack_ids: v.nullish(
    v.pipe(
      v.array(id, 'Must be a list of IDs'),
      v.minLength(1, 'Must list at least one pack'),
      v.maxLength(MAX_PACKS, `At most ${MAX_PACKS} packs`),
      v.check((ids) => new Set(ids).size === ids.length, 'Lists a pack twice'),
    ),
    null,
  ),
  comment: reason,
}

/** The body of an action: one pack or several, the reason, and the fields of this action. */
const actionBody = <const E extends v.ObjectEntries>(extras: E) =>
  v.pipe(
    exactObject({ ...packs, ...extras }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { study_pack_id, study_pack_ids } = v.parse(chosen, dataset.value)
      if ((study_pack_id === null) !== (study_pack_ids === null)) return
      addIssue({
        message: ONE_OR_SEVERAL,
        path: [
          { type: 'object', origin: 'value', input: { study_pack_id }, key: 'study_pack_id', value: study_pack_id },
        ],
      })
    }),
  )

/** Checked for types only, so that other faults are reported together with it. */
const chosen = v.object({ study_pack_id: v.nullable(v.number()), study_pack_ids: v.nullable(v.array(v.number())) })

const studyPackActionEndpoint = <const E extends v.ObjectEntries>(
  action: StudyPackAction,
  extras: E,
  refusedBesides: readonly ErrorCode[] = [],
) =>
  endpoint({
    method: 'POST',
    path: `trials/{trial_id}/study-packs/${action}`,
    summary: `${STUDY_PACK_ACTIONS[action].summary}, all or none`,
    needs: aboutStudyPack(STUDY_PACK_ACTIONS[action].needs, { to_see: 'viewStudyPacks' }),
    parameters: ofTrial,
    body: actionBody(extras),
    // With what was seen of each pack a body is longer than a list of packs.
    max_body_bytes: 'seen' in extras ? MAX_IMPORT_BYTES : MAX_LIST_BYTES,
    status: 200,
    touches: PACK_TOUCHES,
    response: v.strictObject({ data: v.array(studyPack) }),
    errors: ['pack_status_conflict', ...(isStockAction(action) ? NEEDS_UNBLINDED : []), ...refusedBesides],
  })

/** The refusal of a blinded person who changes single packs. */
const NEEDS_UNBLINDED = ['needs_unblinded_person'] as const satisfies readonly ErrorCode[]

/**
 * The reason for a change whose pattern reveals the study groups of the stock. People who see the groups are refused with 422
 * until they give it; the field's message names the patterns. Stored in the audit log.
 */
const acknowledged = { acknowledge_pattern: optionalText(2000) }

export const transferStudyPacks = studyPackActionEndpoint(
  'transfer',
  {
    ...acknowledged,
    to_site_id: id,
    /**
     * The site at which the person saw the packs: refused where another person has transferred a pack since, and the refusal
     * names them. Where it is null, a pack last transferred by another person is refused.
     */
    from_site_id: v.nullish(id, null),
  },
  ['packs_from_different_sites'],
)

const duration = v.nullable(integer(0, MAX_DURATION))

/** What the person saw of each pack of an action. */
const seenOf = <const E extends v.ObjectEntries>(values: E) =>
  v.nullish(
    v.pipe(
      v.array(exactObject({ study_pack_id: id, ...values }), 'Must be a list of packs'),
      v.maxLength(MAX_PACKS, `At most ${MAX_PACKS} packs`),
    ),
    null,
  )

export const updateStudyPacks = studyPackActionEndpoint('update', {
  ...acknowledged,
  /** Null clears it. */
  expire_on: v.nullable(date),
  /** In days; null clears it. */
  duration,
  /**
   * The values that the person saw, and the status: refused where another person has changed a pack since, and the refusal names
   * them. Where it is null, a pack last edited by another person is refused.
   */
  seen: seenOf({ expire_on: v.nullable(date), duration, study_pack_status_id: v.optional(id) }),
})

export const dispenseStudyPacks = studyPackActionEndpoint(
  'dispense',
  {
    confirmation_code: v.nullish(v.pipe(v.string(), v.regex(/^\d{3}$/, 'Must be three digits')), null),
    /** When the person acted, by the clock of the device. */
    performed_at: v.nullish(sentInstant, null),
  },
  ['pack_expired', 'wrong_confirmation_code', 'too_many_codes', 'one_pack_at_a_time', 'second_person_needed'],
)

const plainCalls = <const Name extends PlainAction, const E extends v.ObjectEntries>(
  names: readonly Name[],
  extras: E,
  refusedBesides: readonly ErrorCode[] = [],
) =>
  recordFrom(
    names.map((name) => [`${name}StudyPacks` as const, studyPackActionEndpoint(name, extras, refusedBesides)] as const),
  )

/** The call of every action, by its name in the API. */
export const studyPackActionCalls = {
  ...plainCalls(STUDY_PACK_ACTION_NAMES.filter(isReversibleAction), { ...acknowledged, undo }, ['not_undone']),
  ...plainCalls(
    STUDY_PACK_ACTION_NAMES.filter(isFinalStockAction),
    // The statuses that the person saw: refused where a pack has another one since, such as one that a participant was given.
    { ...acknowledged, seen: seenOf({ study_pack_status_id: id }) },
  ),
  ...plainCalls(
    STUDY_PACK_ACTION_NAMES.filter(
      (name): name is Exclude<PlainAction, StockAction> => isPlainAction(name) && !isStockAction(name),
    ),
    noFields,
  ),
  transferStudyPacks,
  updateStudyPacks,
  dispenseStudyPacks,
} as const satisfies Record<`${StudyPackAction}StudyPacks`, Endpoint>

export const checkStudyPack = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/study-packs/{study_pack_id}/check',
  summary: 'Confirm a study pack as the second person, before it is dispensed',
  needs: aboutStudyPack('manageStudyPacks', { to_see: 'viewStudyPacks' }),
  parameters: { ...ofTrial, study_pack_id: idInAddress },
  body: exactObject({}),
  status: 200,
  touches: ['trials/{trial_id}/study-packs/*'],
  response: studyPack,
  errors: ['pack_status_conflict', 'check_not_asked'],
})

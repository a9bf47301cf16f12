import { storedPackFieldsOf } from '#domain/study-packs/study-pack-fields'
import * as v from 'valibot'
import { getAppInstance } from './app-instance'
import type { Endpoint, ReceivedAnswer } from './endpoint'
import { getParticipantsSnapshot, listedParticipants, snapshotVersion } from './participant-actions'
import { parseKnownFields } from './known-fields'
import { getMe, getPermittedSites, getSystemPermission, getTrialPermission } from './session'
import { listStudyPacks } from './study-packs'
import { listTimezones } from './timezones'
import { getTrial, listTrials } from './trials'

/*
 * The fields of the API's answers that a device may store. Valibot drops every field that a schema does not name, so nothing
 * else is stored on a tablet (src/specification/offline.md#never-on-the-device).
 */

const status = v.object({ id: v.number(), name: v.string() })

const storedTrials = v.object({
  data: v.array(
    v.object({
      id: v.number(),
      title: v.string(),
      trial_status_id: v.number(),
      trial_status: status,
      end_on: v.string(),
    }),
  ),
  page: v.number(),
  pages: v.number(),
  total: v.number(),
  page_size: v.number(),
})

const storedTrial = v.object({
  id: v.number(),
  title: v.string(),
  trial_status_id: v.number(),
  trial_status: status,
  end_on: v.string(),
  /** Missing in answers that an older version stored. */
  started_on: v.optional(v.nullable(v.string()), null),
  ended_on: v.optional(v.nullable(v.string()), null),
  selected_timezone: v.string(),
  is_managing_packs: v.boolean(),
  is_site_managing_packs: v.boolean(),
  is_confirmable: v.boolean(),
  is_dispense_checked: v.boolean(),
  is_participant_id_used: v.boolean(),
  participant_id_label: v.optional(v.nullable(v.string()), null),
  contact: v.nullable(v.string()),
  sites: v.array(v.object({ id: v.number(), title: v.string(), is_deleted: v.boolean() })),
})

const storedStudyPacks = v.object({
  data: v.array(
    v.object({
      batch_id: v.string(),
      study_packs: v.array(
        v.object({
          id: v.number(),
          // Packs that an older version stored may lack a text. Fields that decide about dispensing are never assumed.
          ...v.entriesFromList(storedPackFieldsOf('text'), v.optional(v.nullable(v.string()), null)),
          pack_id: v.string(),
          batch_id: v.string(),
          study_pack_status_id: v.number(),
          site_id: v.nullable(v.number()),
          ...v.entriesFromList(storedPackFieldsOf('days'), v.nullable(v.number())),
          ...v.entriesFromList(storedPackFieldsOf('day'), v.nullable(v.string())),
          is_confirmable: v.boolean(),
          code_check: v.optional(v.object({ salt: v.string(), hash: v.string() })),
          participant: v.optional(v.object({ trial_sequence_no: v.number(), allocated_at: v.optional(v.string()) })),
        }),
      ),
    }),
  ),
})

/** The whole list: an answer with only the changes since a version is not stored. */
const storedParticipants = v.strictObject({ data: listedParticipants, since: v.optional(v.never()) })

/** Answers that are stored whole and shown without their age: those that a cold start needs, and those that seldom change. */
const WHOLE = [
  getAppInstance,
  getMe,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  listTimezones,
] as const

/** Every GET whose answer a device stores, with the stored fields (src/specification/offline.md#what-is-stored). */
export const STORED_ANSWERS: readonly StoredAnswer[] = [
  ...WHOLE.map((endpoint) => ({ endpoint, stored: endpoint.response, isWhole: true })),
  { endpoint: listTrials, stored: storedTrials, isWhole: false },
  { endpoint: getTrial, stored: storedTrial, isWhole: false },
  { endpoint: getParticipantsSnapshot, stored: storedParticipants, isWhole: false },
  { endpoint: listStudyPacks, stored: storedStudyPacks, isWhole: false },
]

export type StoredAnswer = {
  endpoint: Endpoint
  /** The stored fields of its answer. */
  stored: v.GenericSchema
  /** Whether the answer is stored whole and needs no age beside it. */
  isWhole: boolean
}

/** The stored form of the answers that are not stored whole, as screens read it. */
export type StoredTrials = v.InferOutput<typeof storedTrials>
export type StoredTrial = v.InferOutput<typeof storedTrial>
export type StoredStudyPacks = v.InferOutput<typeof storedStudyPacks>
export type StoredStudyPack = StoredStudyPacks['data'][number]['study_packs'][number]
export type StoredParticipants = v.InferOutput<typeof storedParticipants>
export type StoredParticipant = StoredParticipants['data'][number]

/** The fields that a device stores of the answers of a call; `never` where it stores none, or the whole answer. */
export type StoredFieldsOf<E extends Endpoint> = E extends typeof listTrials
  ? StoredTrials
  : E extends typeof getTrial
    ? StoredTrial
    : E extends typeof getParticipantsSnapshot
      ? StoredParticipants
      : E extends typeof listStudyPacks
        ? StoredStudyPacks
        : never

/** How the answers of a call are stored, if a device stores only some of their fields. */
export const storedInPart = (path: unknown): StoredAnswer | undefined =>
  STORED_ANSWERS.find(({ endpoint, isWhole }) => !isWhole && endpoint.path === path)

/** Parsers of stored answers, for screens; null where one does not fit, as after an update that stores more. */
export const readStoredTrials = (stored: unknown): StoredTrials | null => read(storedTrials, stored)
export const readStoredTrial = (stored: unknown): StoredTrial | null => read(storedTrial, stored)
export const readStoredPermission = (stored: unknown): ReceivedAnswer<typeof getTrialPermission> | null =>
  read(getTrialPermission.response, stored)
export const readStoredParticipants = (stored: unknown): StoredParticipants | null => read(storedParticipants, stored)

/** Parses a list of participants from the server, whole or only its changes; null where it is neither. */
export const readParticipants = (answer: unknown): ReceivedAnswer<typeof getParticipantsSnapshot> | null =>
  read(getParticipantsSnapshot.response, answer)

export const isSnapshotVersion = (text: unknown): text is string => v.is(snapshotVersion, text)

/** The storable fields of an answer; null where the answer does not fit the call. */
export const storedFieldsOf = ({ stored }: StoredAnswer, answer: unknown): unknown => read(stored, answer)

const read = <const S extends v.GenericSchema>(schema: S, stored: unknown): v.InferOutput<S> | null => {
  const parsed = parseKnownFields(schema, stored)
  return parsed.success ? parsed.output : null
}

import { reason } from '#contract/fields'
import { flagParticipant } from '#contract/participants'
import type { StoredAction } from '#contract/stored-action'
import type { StoredCall, StoredKind } from '#contract/stored-calls'
import { dispenseStudyPacks } from '#contract/study-packs'
import type { Touches } from '#contract/touches'
import type { Outcome } from '#domain/outcome'
import type * as v from 'valibot'
import type { Call } from '../../api/create-call'
import type { Failure } from '../../api/failure'
import { onlyPacks, type PackLabel } from './several-packs'

/** The key of a stored action, under which it is never sent again after a refusal. */
type ActionKey = { idempotency_key: string; refusal_is_final: true }

/** A person's correction of a refused action; `packs` are those left of several, or null for all. */
type Correction = { comment: string; confirmation_code: string | null; packs: readonly PackLabel[] | null }

/** The functions of this page for one kind of action. */
type SendableAction<Kind extends StoredKind> = {
  send: (call: Call, stored: StoredCall<Kind>, key: ActionKey) => Promise<Outcome<unknown, Failure>>
  /** The answers that the action may have changed. */
  touches: Touches | undefined
  /** Its subject, in words that any person may read. */
  subject: string
  /** The rule for the comment of a corrected one. */
  comment: v.GenericSchema<string, string>
  /** Whether a corrected one needs the three digits of the label. */
  needsCode: (stored: StoredCall<Kind>, notes: StoredAction['notes']) => boolean
  corrected: (stored: StoredCall<Kind>, correction: Correction) => StoredCall<Kind>
}

const SENDABLE_ACTIONS: { [Kind in StoredKind]: SendableAction<Kind> } = {
  flag: {
    send: (call, { parameters, body }, key) => call(flagParticipant, { parameters, body }, key),
    touches: flagParticipant.touches,
    subject: 'this participant',
    comment: flagParticipant.body.entries.comment,
    needsCode: () => false,
    corrected: (stored, { comment }) => ({ ...stored, body: { ...stored.body, comment } }),
  },
  dispense: {
    send: (call, { parameters, body }, key) => call(dispenseStudyPacks, { parameters, body }, key),
    touches: dispenseStudyPacks.touches,
    subject: 'the same study pack',
    comment: reason,
    needsCode: ({ body }, notes) =>
      body.confirmation_code !== null ||
      notes.some(({ refusal }) => refusal?.fields?.['confirmation_code'] !== undefined),
    corrected: (stored, { comment, confirmation_code, packs }) => {
      const { body, ...call } = packs === null ? stored : onlyPacks(stored, packs)
      return { ...call, body: { ...body, comment, confirmation_code } }
    },
  },
}

/** Sends a stored call unchanged, under its key. */
export const sendCall = <Kind extends StoredKind>(
  call: Call,
  stored: StoredCall<Kind>,
  key: ActionKey,
): Promise<Outcome<unknown, Failure>> => SENDABLE_ACTIONS[stored.kind].send(call, stored, key)

/** The answers that an action may have changed on the server. */
export const touchesOf = ({ kind }: Pick<StoredAction, 'kind'>): Touches => SENDABLE_ACTIONS[kind].touches ?? []

/** The subject of an action, in words that any person may read: "this participant". */
export const subjectWords = ({ kind }: Pick<StoredAction, 'kind'>): string => SENDABLE_ACTIONS[kind].subject

/** The rule for the comment of a corrected action. */
export const commentRule = ({ kind }: Pick<StoredAction, 'kind'>): v.GenericSchema<string, string> =>
  SENDABLE_ACTIONS[kind].comment

/** Whether a refused call can only be sent again with the three digits of the label. */
export const needsCode = <Kind extends StoredKind>(stored: StoredCall<Kind>, notes: StoredAction['notes']): boolean =>
  SENDABLE_ACTIONS[stored.kind].needsCode(stored, notes)

/** The call that replaces a refused one. */
export const correctedCall = <Kind extends StoredKind>(
  stored: StoredCall<Kind>,
  correction: Correction,
): StoredCall<Kind> => SENDABLE_ACTIONS[stored.kind].corrected(stored, correction)

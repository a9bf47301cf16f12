import type { StoredAction } from '#contract/stored-action'
import { offlineDispense } from '#domain/offline-rules'
import { refusedDispense, waitingDispense } from '#offline/overlay'
import type { PackAsOf, PacksTrial } from '../known-pack'
import {
  AGE_UNKNOWN,
  codeNotCheckable,
  decideInOutbox,
  DISPENSED_HERE,
  DISPENSED_ONLY_ONCE,
  dispenseTitle,
  othersAction,
  SECOND_PERSON,
  tooOld,
} from '../../../../safety-words'

/** Why a pack must not be handed out: `title` is read across a room, `words` say what to do. */
export type Stop = {
  kind: string
  title: string
  words: string
  /** Whether the outbox tells more, or wants a decision. */
  isInOutbox?: boolean
}

type Named = { id: number; pack_id: string }

/** A pack that was handed out on this device, of which the server has still to hear; null where it was not. */
export const waitingStop = ({ id, pack_id }: Named, own: readonly StoredAction[]): Stop | null => {
  if (waitingDispense(id, own) === undefined) return null
  const words = `${DISPENSED_HERE}. ${DISPENSED_ONLY_ONCE}`
  return { kind: 'dispensed_here', title: `Pack ${pack_id} has been dispensed already`, words, isInOutbox: true }
}

/** A pack about which somebody else's action waits on this device: what it is stays unsaid, and whether it was handed out nobody here can see. */
export const othersStop = ({ pack_id }: Named, name: string | null): Stop | null => {
  if (name === null) return null
  return { kind: 'others_wait', ...othersAction(name, pack_id) }
}

/** A pack that was handed out on this device, which the server refused to record: that is decided about first; null where there is none. */
export const refusedStop = ({ id, pack_id }: Named, own: readonly StoredAction[]): Stop | null => {
  const refused = refusedDispense(id, own)
  if (refused === undefined) return null
  const said = refused.notes.findLast(({ event }) => event === 'refused')?.words ?? ''
  return {
    kind: 'refused_here',
    title: dispenseTitle('refused', pack_id),
    words: decideInOutbox(said),
    isInOutbox: true,
  }
}

type DeviceFacts = {
  trial: Pick<PacksTrial, 'is_confirmable' | 'is_dispense_checked'>
  /** In milliseconds since the epoch, by this device's clock. */
  now: number
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  /** Whether this browser lends its hash. */
  hasHash: boolean
}

/** What stands against handing out a pack without the server's word, though all that is known speaks for it; null where nothing does. */
export const offlineStop = ({ pack, as_of }: PackAsOf, { trial, now, today, hasHash }: DeviceFacts): Stop | null => {
  if (trial.is_dispense_checked) return { kind: 'second_person_needed', ...SECOND_PERSON }
  const ruling = offlineDispense(pack, { age_ms: now - as_of, today })
  if (ruling.kind === 'refused') {
    // The others have stood against it already, by the verdict on the scan.
    return { kind: ruling.why, ...(ruling.why === 'age_unknown' ? AGE_UNKNOWN : tooOld(as_of, now)) }
  }
  const isCodeAsked = trial.is_confirmable && pack.is_confirmable
  return isCodeAsked && (pack.code_check === undefined || !hasHash) ? notCheckable(pack, hasHash) : null
}

/** Three digits that cannot be compared with anything here are not passed by. */
export const notCheckable = ({ pack_id }: { pack_id: string }, hasHash = true): Stop => ({
  kind: 'not_checkable',
  ...codeNotCheckable(pack_id, hasHash),
})

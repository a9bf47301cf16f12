import type { StoredAction } from '#contract/stored-action'
import { dispensedAlready, type ScanVerdictKind } from '#domain/study-packs/scan-verdict'
import { offlineDispense, type OfflineDispenseRefusal } from '#domain/this-device/offline-rules'
import { refusedDispense, waitingDispense } from '#offline/overlay'
import { isAwaited } from '../../../device/outbox/awaited-actions'
import type { PackAsOf, PacksTrial } from '../pack-from-server-or-store'
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
} from '../../../safety-words'

/** The stops of this device alone, whatever the scan found. */
type DeviceStopKind =
  'dispensed_here' | 'others_wait' | 'refused_here' | 'second_person_needed' | 'not_checkable' | OfflineDispenseRefusal

/** Reasons to stop a dispense. `title` is read across a room, `words` say what to do. */
export type Stop = {
  kind: ScanVerdictKind | DeviceStopKind
  title: string
  words: string
  /** Whether the outbox shows more, or needs a decision. */
  isInOutbox?: boolean
}

type Named = { id: number; pack_id: string }

/** The pack was dispensed on this device, and the server has not confirmed it; null where it was not. */
export const waitingStop = ({ id, pack_id }: Named, own: readonly StoredAction[]): Stop | null => {
  if (waitingDispense(id, own) === undefined) return null
  const words = `${DISPENSED_HERE}. ${DISPENSED_ONLY_ONCE}`
  return { kind: 'dispensed_here', title: dispensedAlready(pack_id), words, isInOutbox: true }
}

/** Another user's unsent action concerns this pack; its content is hidden. */
export const othersStop = ({ pack_id }: Named, name: string | null): Stop | null => {
  if (name === null) return null
  return { kind: 'others_wait', ...othersAction(name, pack_id) }
}

/**
 * The pack was dispensed on this device, and the server refused to record it; null where there is no such dispense, or where its own
 * dialog shows that.
 */
export const refusedStop = ({ id, pack_id }: Named, own: readonly StoredAction[]): Stop | null => {
  const refused = refusedDispense(
    id,
    own.filter((action) => !isAwaited(action.id)),
  )
  if (refused === undefined) return null
  const refusalText = refused.notes.findLast(({ event }) => event === 'refused')?.words ?? ''
  return {
    kind: 'refused_here',
    title: dispenseTitle('refused', pack_id),
    words: decideInOutbox(refusalText),
    isInOutbox: true,
  }
}

type DeviceFacts = {
  trial: Pick<PacksTrial, 'is_confirmable' | 'is_dispense_checked'>
  /** In milliseconds since the epoch, by this device's clock. */
  now: number
  /** The present day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
}

/** Why a pack cannot be dispensed before the server confirms it, though the scan found nothing against it; null if it can be. */
export const offlineStop = ({ pack, as_of }: PackAsOf, { trial, now, today }: DeviceFacts): Stop | null => {
  if (trial.is_dispense_checked) return { kind: 'second_person_needed', ...SECOND_PERSON }
  const ruling = offlineDispense(pack, { age_ms: now - as_of, today })
  if (ruling.kind === 'refused') {
    // scanVerdict has covered the other refusals.
    return { kind: ruling.refusal, ...(ruling.refusal === 'age_unknown' ? AGE_UNKNOWN : tooOld(as_of, now)) }
  }
  const needsCode = trial.is_confirmable && pack.is_confirmable
  return needsCode && pack.code_check === undefined ? notCheckable(pack) : null
}

/** Three digits that this device cannot check stop a dispense. */
export const notCheckable = ({ pack_id }: { pack_id: string }): Stop => ({
  kind: 'not_checkable',
  ...codeNotCheckable(pack_id),
})

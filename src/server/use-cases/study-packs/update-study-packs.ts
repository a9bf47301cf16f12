import type { Refusal } from '#contract/errors'
import type { updateStudyPacks as endpoint } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { statusAfter } from '#domain/study-packs/study-pack-actions'
import type { Transaction } from '../../ground/db/transaction'
import { dayIn } from '../../ground/time/calendar'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { refuseChangedMeanwhile, refuseUnseenStatus } from './changed-meanwhile'
import { readerOf, refusalNaming, type LockedPacks } from './lock-permitted-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/** Sets the expiry date and the duration of packs; an Expired one that may be allocated again becomes Inactive. */
export const updateStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, 'update')
    if (!locked.ok) return locked
    const { expire_on, duration, seen } = call.body
    const { packs } = locked.value
    const reader = readerOf(locked.value.view, locked.value.trial)
    const ofSeenStatus = await refuseUnseenStatus(transaction, { packs, reader, seen })
    if (!ofSeenStatus.ok) return ofSeenStatus
    const change = { expire_on, duration }
    const shownById = new Map(seen?.map(({ study_pack_id, ...pack }) => [study_pack_id, pack]))
    const unchanged = await refuseChangedMeanwhile(transaction, {
      user_id: call.actor.user_id,
      action: 'update',
      packs,
      reader,
      shownValuesOf: ({ id }) => shownById.get(id) ?? null,
    })
    if (!unchanged.ok) return unchanged
    const coded = await refuseWithoutCode(transaction, locked.value, change)
    if (!coded.ok) return coded
    return performOnStudyPacks(transaction, call, locked.value, 'update', { change })
  },
  answer: answerStudyPacks,
}

/** Expired packs that would become Inactive without a code in a trial that asks for one at dispensing (decision 0118). */
const refuseWithoutCode = async (
  transaction: Transaction,
  { view, trial, packs, now }: LockedPacks,
  change: { expire_on: string | null; duration: number | null },
): Promise<Outcome<null, Refusal>> => {
  const today = dayIn(trial.selected_timezone, now)
  const returning = packs.filter(
    (pack) =>
      pack.confirmation_code === null &&
      statusAfter({ ...pack, ...change }, 'update', today) !== pack.study_pack_status_id,
  )
  if (!trial.is_confirmable || returning.length === 0) return accepted(null)
  const reader = readerOf(view, trial)
  return refused(await refusalNaming(transaction, 'pack_status_conflict', returning, { reader, message: WITHOUT_CODE }))
}

const WITHOUT_CODE = 'Packs without a confirmation code cannot be used again. Dispensing is confirmed by a code'

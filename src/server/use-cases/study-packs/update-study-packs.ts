import type { updateStudyPacks as endpoint } from '#contract/study-packs'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { refuseChangedMeanwhile, refuseUnseenStatus } from './changed-meanwhile'
import { readerOf } from './lock-permitted-packs'
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
    return performOnStudyPacks(transaction, call, locked.value, 'update', { change })
  },
  answer: answerStudyPacks,
}

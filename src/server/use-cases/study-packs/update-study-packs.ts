import { invalidFields } from '#contract/errors'
import type { updateStudyPacks as endpoint } from '#contract/study-packs'
import { refused } from '#domain/outcome'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { refuseChangedMeanwhile } from './changed-meanwhile'
import { readerOf } from './lock-permitted-packs'
import { packIdsOf, performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/** Sets the expiry date and the duration of packs; an Expired one that may be allocated again becomes Inactive. */
export const updateStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, 'update')
    if (!locked.ok) return locked
    const { expire_on, duration, seen } = call.body
    if (seen !== null && !isOfExactly(seen, packIdsOf(call.body))) {
      return refused(invalidFields({ seen: 'Must list each edited pack once, and no others' }))
    }
    const change = { expire_on, duration }
    const shownById = new Map(seen?.map(({ study_pack_id, ...pack }) => [study_pack_id, pack]))
    const unchanged = await refuseChangedMeanwhile(transaction, {
      user_id: call.actor.user_id,
      action: 'update',
      packs: locked.value.packs,
      reader: readerOf(locked.value.view, locked.value.trial),
      shownValuesOf: ({ id }) => shownById.get(id) ?? null,
    })
    if (!unchanged.ok) return unchanged
    return performOnStudyPacks(transaction, call, locked.value, 'update', { change })
  },
  answer: answerStudyPacks,
}

const isOfExactly = (seen: readonly { study_pack_id: number }[], pack_ids: readonly number[]): boolean => {
  const named = new Set(seen.map(({ study_pack_id }) => study_pack_id))
  return seen.length === pack_ids.length && pack_ids.every((id) => named.has(id))
}

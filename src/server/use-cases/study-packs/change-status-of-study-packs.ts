import type { studyPackActionCalls } from '#contract/study-packs'
import type { PlainAction } from '#domain/study-packs/study-pack-actions'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { refuseUnseenStatus } from './changed-meanwhile'
import { readerOf } from './lock-permitted-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

type Calls = typeof studyPackActionCalls

/** An action without other fields than the packs and the reason: `STUDY_PACK_ACTIONS` has its resulting status. */
export const changeStatusOfStudyPacks = (action: PlainAction): WriteHandler<Calls[`${PlainAction}StudyPacks`]> => ({
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, action)
    if (!locked.ok) return locked
    const { packs, view, trial } = locked.value
    const seen = 'seen' in call.body ? call.body.seen : null
    const ofSeenStatus = await refuseUnseenStatus(transaction, { packs, reader: readerOf(view, trial), seen })
    return ofSeenStatus.ok ? performOnStudyPacks(transaction, call, locked.value, action) : ofSeenStatus
  },
  answer: answerStudyPacks,
})

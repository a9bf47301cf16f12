import type { studyPackActionCalls } from '#contract/study-packs'
import type { PlainAction } from '#domain/study-packs/study-pack-actions'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

type Calls = typeof studyPackActionCalls

/** An action without other fields than the packs and the reason: `STUDY_PACK_ACTIONS` has its resulting status. */
export const changeStatusOfStudyPacks = (action: PlainAction): WriteHandler<Calls[`${PlainAction}StudyPacks`]> => ({
  perform: async (call, transaction) => {
    const locked = await lockPacksOfCall(transaction, call, action)
    return locked.ok ? performOnStudyPacks(transaction, call, locked.value, action) : locked
  },
  answer: answerStudyPacks,
})

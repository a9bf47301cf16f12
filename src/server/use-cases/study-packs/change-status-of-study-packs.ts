import type { activateStudyPacks as endpoint } from '#contract/study-packs'
import type { StockAction } from '#domain/study-packs/single-packs'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/** An action on a stock that asks nothing but the packs and why: where it leads is told in `STUDY_PACK_ACTIONS`. */
export const changeStatusOfStudyPacks = (
  action: Exclude<StockAction, 'transfer' | 'update'>,
): WriteHandler<typeof endpoint> => ({
  perform: async (call, transaction) => {
    const taken = await lockPacksOfCall(transaction, call, action)
    return taken.ok ? performOnStudyPacks(transaction, call, taken.value, action) : taken
  },
  answer: answerStudyPacks,
})

import type { recallStudyPacks as endpoint } from '#contract/study-packs'
import type { WriteHandler } from '../call/call'
import { answerStudyPacks } from './answer-study-packs'
import { performOnStudyPacks, lockPacksOfCall } from './perform-on-study-packs'

/** Records that dispensed packs are to come back, for good. */
export const recallStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const taken = await lockPacksOfCall(transaction, call, 'recall')
    return taken.ok ? performOnStudyPacks(transaction, call, taken.value, 'recall') : taken
  },
  answer: answerStudyPacks,
}

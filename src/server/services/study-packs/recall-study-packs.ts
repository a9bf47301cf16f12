import type { recallStudyPacks as endpoint } from '#contract/study-packs'
import type { WriteHandler } from '../../http/call'
import { answerStudyPacks } from './answer-study-packs'
import { performOnStudyPacks, takeStudyPacks } from './perform-on-study-packs'

/** Records that dispensed packs are to come back, for good. */
export const recallStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const taken = await takeStudyPacks(transaction, call, 'recall')
    return taken.ok ? performOnStudyPacks(transaction, call, taken.value, 'recall') : taken
  },
  answer: answerStudyPacks,
}

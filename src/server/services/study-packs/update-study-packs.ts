import type { updateStudyPacks as endpoint } from '#contract/study-packs'
import { accepted } from '#domain/outcome'
import type { WriteHandler } from '../../http/call'
import { answerStudyPacks } from './answer-study-packs'
import { performOnStudyPacks, takeStudyPacks } from './perform-on-study-packs'

/** Sets the expiry date and the duration of packs; an Expired one that may be allocated again becomes Inactive. */
export const updateStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const taken = await takeStudyPacks(transaction, call, 'update')
    if (!taken.ok) return taken
    const { expire_on, duration } = call.body
    return accepted(
      await performOnStudyPacks(transaction, call, taken.value, 'update', { change: { expire_on, duration } }),
    )
  },
  answer: answerStudyPacks,
}

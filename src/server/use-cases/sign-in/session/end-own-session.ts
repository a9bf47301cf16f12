import { refusal } from '#contract/errors'
import type { endOwnSession as endpoint } from '#contract/identity'
import { accepted, refused } from '#domain/outcome'
import { endSession, findSessionOfUser } from '../../../ground/db/sessions'
import type { WriteHandler } from '../../call/call'
import { recordSessionsEnded } from './record-sessions-ended'

/** Ends one session of the caller, for every process. An ended one stays unchanged. */
export const endOwnSession: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const number = call.parameters.session_id
    const session = await findSessionOfUser(transaction, call.actor.user_id, number)
    if (!session) return refused(refusal('not_found'))
    const ended = await endSession(transaction, session.id, call.now)
    if (ended) await recordSessionsEnded(transaction, call, [number])
    return accepted({ sessions: [number] })
  },
  answer: async () => accepted(undefined),
}

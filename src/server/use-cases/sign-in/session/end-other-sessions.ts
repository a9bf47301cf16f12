import type { endOtherSessions as endpoint } from '#contract/identity'
import { accepted } from '#domain/outcome'
import { endSessionsBut } from '../../../ground/db/sessions'
import type { WriteHandler } from '../../call/call'
import { recordSessionsEnded } from './record-sessions-ended'

/** Ends every session of the caller but the present one, for every process. */
export const endOtherSessions: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const sessions = await endSessionsBut(transaction, call.actor, call.now)
    if (sessions.length > 0) await recordSessionsEnded(transaction, call, sessions)
    return accepted({ sessions })
  },
  answer: async (_call, _transaction, { sessions = [] }) => accepted({ ended: sessions.length }),
}

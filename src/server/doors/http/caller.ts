import { isPublic } from '#contract/needs'
import type { Refusal } from '#contract/errors'
import { accepted, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import { authenticate, type Authenticated } from '../../use-cases/call/authenticate'
import { noteRefusedAccess } from '../../use-cases/call/note-refusal'
import type { Purpose } from '../../ground/admission'
import type { ServerContext } from '../../use-cases/call/server-context'
import { IDLE_SECONDS, idleSecondsOf } from './idle-seconds'
import type { RequestIdentity } from './request-log'
import type { Route } from './route'
import { withPriority } from './write-priority'

/** Who calls, with a renewed token where one is due; of a public call nobody. */
type Caller = Authenticated | { actor: null; refreshed_token: null }

type CallOfRoute = Pick<Route, 'endpoint' | 'acceptsEndedSessions'> & { purpose: Purpose }

/**
 * Who calls at this moment. Refuses a caller without a valid session, and counts that. `bodySeconds`: how long the body took until then,
 * in which its sender may not have touched the device.
 */
export const callerOf = async (
  context: ServerContext,
  route: CallOfRoute,
  requestContext: Context<{ Variables: RequestIdentity }>,
  bodySeconds = 0,
): Promise<Outcome<Caller, Refusal>> => {
  const caller = await context.admission.run(route.purpose, () =>
    withPriority(context, route.endpoint, () => authenticateCall(context, route, requestContext, bodySeconds)),
  )
  if (!caller.ok) noteRefusedAccess(context, requestContext, route.endpoint, null, caller.refusal)
  else if (caller.value.actor) requestContext.set('user_id', caller.value.actor.user_id)
  return caller
}

const authenticateCall = async (
  context: ServerContext,
  { endpoint, acceptsEndedSessions = false }: CallOfRoute,
  { req }: Context,
  bodySeconds: number,
): Promise<Outcome<Caller, Refusal>> => {
  if (isPublic(endpoint)) return accepted({ actor: null, refreshed_token: null })
  const idle = idleSecondsOf(req.header(IDLE_SECONDS)) + bodySeconds
  return authenticate(context, req.header('Authorization'), acceptsEndedSessions, idle)
}

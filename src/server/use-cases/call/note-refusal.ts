import { ERRORS, type ErrorCode, type Refusal } from '#contract/errors'
import type { Endpoint } from '#contract/endpoint'
import type { IdentityProviderId } from '#domain/sign-in/identity'
import type { Context } from 'hono'
import type { Actor } from './call'
import { clientAddress } from './client-address'
import type { ServerContext } from './server-context'

/** Statuses by which access is refused: 404 too, which is also said where 403 would tell too much. */
const REFUSED_ACCESS: readonly number[] = [403, 404]

/** Tokens and accounts with which nobody comes in the ordinary course of things. */
const REFUSED_CALLERS: readonly ErrorCode[] = ['token_invalid', 'account_inactive', 'account_expired']

/** Asked in the ordinary course of things, and no access that was refused. */
const ORDINARY: readonly ErrorCode[] = ['sign_in_not_fresh']

/** Counts a refusal where it refuses access; `actor` is null where nobody knows who asked. */
export const noteRefusedAccess = (
  context: ServerContext,
  requestContext: Context,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  actor: Pick<Actor, 'user_id'> | null,
  { code }: Refusal,
): void => {
  const isRefused = REFUSED_ACCESS.includes(ERRORS[code].status) || REFUSED_CALLERS.includes(code)
  if (!isRefused || ORDINARY.includes(code)) return
  const address = addressOf(context, requestContext)
  // The address of the call with the names of its parameters: not what they tried to see.
  const call = `${method} ${path}`
  context.refusals.note({ kind: 'access_refused', code, call, user_id: actor?.user_id ?? null, address }, context.now())
}

/** Where a request came from, or null where there is no connection to tell it. */
const addressOf = ({ config }: ServerContext, requestContext: Context): string | null =>
  clientAddress(requestContext, config) || null

type FailedSignIn = {
  idp: IdentityProviderId | null
  code: ErrorCode | 'wrong_password'
  /** Whose sign-in it was, where that was proved. */
  user_id?: number | undefined
}

/** Counts a sign-in that failed. */
export const noteFailedSignIn = (
  context: ServerContext,
  requestContext: Context,
  { idp, code, user_id }: FailedSignIn,
): void => {
  const address = addressOf(context, requestContext)
  const call = `sign-in${idp === null ? '' : ` (${idp})`}`
  context.refusals.note({ kind: 'sign_in_failed', code, call, user_id: user_id ?? null, address }, context.now())
}

import { ERRORS, type ErrorCode, type Refusal } from '#contract/errors'
import type { Endpoint } from '#contract/endpoint'
import type { IdentityProviderId } from '#domain/sign-in/identity'
import type { Context } from 'hono'
import type { Actor } from './call'
import { clientAddress } from './client-address'
import type { ServerContext } from './server-context'

/** The statuses of refused access: 404 too, which replaces 403 where that would reveal a record. */
const REFUSED_ACCESS: readonly number[] = [403, 404]

/** Tokens and accounts that ordinary use never sends. */
const REFUSED_CALLERS: readonly ErrorCode[] = ['token_invalid', 'account_inactive', 'account_expired']

/** Refusals of ordinary use, which are no refused access. */
const ORDINARY: readonly ErrorCode[] = ['sign_in_not_fresh']

/** Counts a refusal where it refuses access; `actor` is null without a session. */
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
  // The path with the names of its parameters, not the records that were requested.
  const call = `${method} ${path}`
  context.refusals.note({ kind: 'access_refused', code, call, user_id: actor?.user_id ?? null, address }, context.now())
}

/** The address of a request, or null without a connection. */
const addressOf = ({ config }: ServerContext, requestContext: Context): string | null =>
  clientAddress(requestContext, config) || null

/** What a person proves their external account with. */
export type AccountProof = 'password' | 'code'

type FailedSignIn = {
  idp: IdentityProviderId | null
  code: ErrorCode | `wrong_${AccountProof}`
  /** The form, where it is not that of the sign-in. */
  form?: string
  /** The user, where their identity was proved. */
  user_id?: number | undefined
}

/** Counts a failed sign-in. */
export const noteFailedSignIn = (
  context: ServerContext,
  requestContext: Context,
  { idp, code, form = 'sign-in', user_id }: FailedSignIn,
): void => {
  const address = addressOf(context, requestContext)
  const call = `${form}${idp === null ? '' : ` (${idp})`}`
  context.refusals.note({ kind: 'sign_in_failed', code, call, user_id: user_id ?? null, address }, context.now())
}

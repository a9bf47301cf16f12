import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { fileBytes, type Endpoint } from '#contract/endpoint'
import type { ErrorCode, Refusal } from '#contract/errors'
import { mayCloseKey, REFUSAL_IS_FINAL } from '#contract/final-refusal'
import { isPublic } from '#contract/needs'
import { isProductionInstance } from '#domain/instance'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { ServerContext } from '../../use-cases/call/server-context'
import { noteRefusedAccess } from '../../use-cases/call/note-refusal'
import { clientAddress } from '../../use-cases/call/client-address'
import { closingRefusedKey } from '../../use-cases/call/close-refused-key'
import { answerHeaders, withAnswerHeaders } from '../../use-cases/call/answer-headers'
import { callerOf } from './caller'
import { problemResponse, refusalOf } from '../../use-cases/call/problem-response'
import { purposeOf } from './purpose-of'
import { readRequest } from './read-request'
import type { Purpose } from '../../ground/admission'
import { limitsOf, type LimitKind } from '../../ground/request-limits'
import type { RequestIdentity } from './request-log'
import type { Answered, Route } from './route'
import { rowsResponse } from './rows-response'
import { requestedVersion } from './requested-version'
import { taggedResponse, versionedResponse } from './versioned-response'
import { answerTag } from './answer-tag'
import { withPriority } from './write-priority'

type App = Hono<{ Variables: RequestIdentity }>

const NAMES: ReadonlyMap<Endpoint, string> = new Map(Object.entries(api).map(([name, endpoint]) => [endpoint, name]))

/** Mounts routes below the API's base. Each request is authenticated, parsed and run, and its answer is checked. */
export const mountRoutes = (app: App, context: ServerContext, routes: readonly Route[]) => {
  for (const route of routes) {
    const limits = limitsOf(route.endpoint)
    const purpose = purposeOf(route.endpoint)
    const path = `${API_BASE}/${route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`
    app.on(route.endpoint.method, path, async (requestContext, next) => {
      // A HEAD request for a download would use up its token, and block its place with a body that nobody reads.
      if (requestContext.req.method === 'HEAD' && route.endpoint.file) return next()
      requestContext.set('operation', NAMES.get(route.endpoint))
      requestContext.set('trial_id', trialOf(requestContext.req.param('trial_id')))
      const result = await answer(context, { ...route, limits, purpose }, requestContext)
      const response = result.ok ? result.value : refusalResponse(context, route, requestContext, result.refusal)
      requestContext.set('refusal', result.ok ? refusalOf(response) : result.refusal.code)
      return response
    })
  }
}

/** How long a caller's session and permissions count as present while the request is read, in milliseconds. */
const CALLER_FRESH_MS = 1000

/** A browser on its way to a provider is redirected to a page that shows the refusal. */
const refusalResponse = (
  context: ServerContext,
  { refusePage }: Route,
  requestContext: Context<{ Variables: RequestIdentity }>,
  refusal: Refusal,
): Response =>
  refusePage && IS_PAGE_REFUSAL.has(refusal.code)
    ? withAnswerHeaders(refusePage(context, requestContext, refusal), requestContext.get('request_id'))
    : problemResponse(refusal, requestContext.get('request_id'))

const IS_PAGE_REFUSAL: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'overloaded'])

/** Only digits reach the log; other text in an address may contain anything. */
const trialOf = (parameter: string | undefined): number | undefined =>
  parameter !== undefined && /^\d{1,15}$/.test(parameter) ? Number(parameter) : undefined

const answer = async (
  context: ServerContext,
  route: Limited,
  requestContext: Context<{ Variables: RequestIdentity }>,
): Promise<Outcome<Response, Refusal>> => {
  const now = context.now()
  await context.tokens.refreshKeys(now)
  // First of all, so that no body is read or parsed for a caller without a valid session.
  const first = await callerOf(context, route, requestContext)
  if (!first.ok) return first
  const subject = first.value.actor?.user_id ?? clientAddress(requestContext, context.config)
  const tooMany = context.limits.claim(route.limits, subject)
  if (tooMany) return refused(tooMany)
  const requestId = requestContext.get('request_id')
  const begun = context.steady()
  // No place is taken meanwhile: a client that sends its body slowly delays nobody else.
  const request = await readRequest(route.endpoint, requestContext, { request_id: requestId, now })
  if (!request.ok) return request
  // A body may take minutes, in which the session was ended or a permission lost.
  const took = context.steady() - begun
  const caller = took > CALLER_FRESH_MS ? await callerOf(context, route, requestContext, took / 1000) : first
  if (!caller.ok) return caller
  const { actor } = caller.value
  const runOnce = () => route.run({ context, actor, ...request.value, requestContext })
  const isFinal = mayCloseKey(route.endpoint) && requestContext.req.header(REFUSAL_IS_FINAL) !== undefined
  const run = () =>
    actor && isFinal
      ? closingRefusedKey({ context, user_id: actor.user_id, ...request.value.facts }, runOnce)
      : runOnce()
  const runInTurn = () => withPriority(context, route.endpoint, run)
  const result = await context.admission.run(route.purpose, () =>
    actor ? context.admission.runOf(actor.user_id, runInTurn) : runInTurn(),
  )
  if (!result.ok) {
    if (!isPublic(route.endpoint)) noteRefusedAccess(context, requestContext, route.endpoint, actor, result.refusal)
    return result
  }
  const responseFacts = {
    refreshed_token: caller.value.refreshed_token,
    request_id: requestId,
    log: requestContext.get('log'),
    caller: { user_id: actor?.user_id ?? null, has: requestedVersion(requestContext.req.raw).has },
  }
  return accepted(await respond(context, route, result.value, responseFacts))
}

/** A route with the limits of its call. */
type Limited = Route & { limits: readonly LimitKind[]; purpose: Purpose }

type AboutAnswer = {
  refreshed_token: string | null
  /** The person, null for none, and the tags of the answers that they have. */
  caller: { user_id: number | null; has: readonly string[] }
} & Pick<RequestIdentity, 'request_id' | 'log'>

const respond = async (
  context: ServerContext,
  { endpoint }: Route,
  result: Answered,
  { refreshed_token: refreshedToken, request_id: requestId, log, caller }: AboutAnswer,
): Promise<Response> => {
  if (result.kind === 'response') return withAnswerHeaders(result.response, requestId)
  const headers = new Headers(answerHeaders(requestId))
  if (refreshedToken !== null) headers.set('X-Refreshed-Token', refreshedToken)
  if (result.kind === 'rows') return rowsResponse(result, headers, log)
  const json = (value: unknown) =>
    JSON.stringify(isProductionInstance(context.config.instance) ? value : v.parse(endpoint.response, value))
  if (result.kind === 'versioned') return versionedResponse(result.versioned, headers, json)
  if (result.replayed) headers.set('Idempotency-Replayed', 'true')
  if (endpoint.status === 204) return new Response(null, { status: 204, headers })
  if (endpoint.file) return fileResponse(endpoint.file, v.parse(fileBytes, result.value), headers)
  if (endpoint.is_versioned) {
    const body = json(result.value)
    const tag = answerTag(context.config.seed_key, caller.user_id, body)
    return taggedResponse(body, headers, { tag, has: caller.has })
  }
  headers.set('Content-Type', 'application/json')
  return new Response(json(result.value), { status: endpoint.status, headers })
}

/** A file for download under its name. */
const fileResponse = (
  { media_type, name }: NonNullable<Endpoint['file']>,
  content: Uint8Array<ArrayBuffer>,
  headers: Headers,
): Response => {
  headers.set('Content-Type', media_type)
  headers.set('Content-Disposition', `attachment; filename="${name}"`)
  return new Response(content, { headers })
}

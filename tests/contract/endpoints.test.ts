import { asksAfterOfflineUnlock } from '#contract/after-offline-unlock'
import { api } from '#contract/api'
import { isWrite, noBody, type Endpoint } from '#contract/endpoint'
import {
  ERRORS,
  ERRORS_OF_CALLS_WITH_BODY,
  ERRORS_OF_EVERY_CALL,
  ERRORS_OF_SIGNED_IN_CALLS,
  ERRORS_OF_CALLS_WITH_FRESH_SIGN_IN,
  ERRORS_OF_WRITES,
} from '#contract/errors'
import { errorsOfNeed, isPublic } from '#contract/needs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

const calls: readonly [name: string, call: Endpoint][] = Object.entries<Endpoint>(api)
/** The errors that every call of a kind, or with a need, may answer. */
const commonErrors = (call: Endpoint): readonly string[] => [
  ...errorsOfNeed(call.needs),
  ...ERRORS_OF_EVERY_CALL,
  ...(isPublic(call) ? [] : ERRORS_OF_SIGNED_IN_CALLS),
  ...(call.asks_fresh_sign_in || asksAfterOfflineUnlock(call) ? ERRORS_OF_CALLS_WITH_FRESH_SIGN_IN : []),
  ...(isWrite(call) ? [...ERRORS_OF_CALLS_WITH_BODY, ...ERRORS_OF_WRITES] : []),
]

const callsWhere = (holds: (call: Endpoint) => boolean) => calls.filter(([, call]) => holds(call))

/** The input of a call with an empty query and body. */
const emptyInput = (call: Endpoint) => ({
  parameters: Object.fromEntries(Object.keys(call.parameters).map((name) => [name, '1'])),
  query: {},
  body: undefined,
})

describe('every call', () => {
  it('has an address of its own', () => {
    const addresses = calls.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it.each(calls)('%s has a plain path with its parameters in it', (_name, { path, parameters }) => {
    expect(path).toMatch(/^[a-z-]+(\/([a-z-]+|\{[a-z_]+\}))*$/)
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(parameters))
  })

  it.each(calls)('%s has a message of one sentence without a full stop', (_name, { summary }) => {
    expect(summary).toMatch(/^[A-Z].{5,}[^.]$/)
  })

  it.each(calls)(
    '%s names each of its errors once, and none that its need or every call of its kind has',
    (_name, call) => {
      expect([...new Set(call.errors)]).toEqual([...call.errors])
      expect(call.errors.filter((code) => commonErrors(call).includes(code))).toEqual([])
    },
  )

  it.each(calls)('%s refuses a query field that it does not know, by its path', (_name, call) => {
    const result = v.safeParse(call.input, { ...emptyInput(call), query: { surprise: '1' } })
    expect(result.issues?.map((issue) => v.getDotPath(issue))).toContain('query.surprise')
  })

  it.each(callsWhere(({ parameters }) => Object.keys(parameters).length > 0))(
    '%s refuses an address that names nothing',
    (_name, call) => {
      const input = emptyInput(call)
      const unknown = Object.fromEntries(Object.keys(call.parameters).map((name) => [name, 'x']))
      expect(v.is(call.input, { ...input, parameters: unknown })).toBe(false)
    },
  )
})

describe('a call that reads', () => {
  it.each(callsWhere((call) => !isWrite(call)))('%s takes no body', (_name, call) => {
    expect(call.body).toBe(noBody)
    expect(v.is(call.input, { ...emptyInput(call), body: {} })).toBe(false)
  })
})

const takesList = ({ body }: Endpoint) => v.safeParse(body, null).issues?.[0].expected === 'Array'

describe('a writing call', () => {
  // An invited person is not signed in yet; the secret of their invitation replaces the token.
  it.each(callsWhere((call) => isWrite(call) && call !== api.createExternalAccount))(
    '%s is for people who are signed in',
    (_name, call) => {
      expect(isPublic(call)).toBe(false)
    },
  )

  it.each(callsWhere(({ method }) => method === 'GET'))('is never %s, a GET', (_name, call) => {
    expect(isWrite(call)).toBe(false)
  })

  it.each(callsWhere(({ body }) => body !== noBody))('%s refuses a body field that it does not know', (_name, call) => {
    const surprise = { surprise: 1 }
    const [body, path] = takesList(call) ? [[surprise], 'body.0.surprise'] : [surprise, 'body.surprise']
    const result = v.safeParse(call.input, { ...emptyInput(call), body })
    expect(result.issues?.map((issue) => v.getDotPath(issue))).toContain(path)
  })
})

describe('an answer', () => {
  it.each(callsWhere(({ status }) => status === 204 || status === 302))('of %s is nothing', (_name, { response }) => {
    expect(response).toBe(noBody)
  })

  it.each(callsWhere(({ status }) => status === 200 || status === 201))('of %s is not empty', (_name, { response }) => {
    expect(response).not.toBe(noBody)
    expect(v.is(response, undefined)).toBe(false)
  })

  it.each(callsWhere(({ status }) => status === 201))(
    '201 belongs to %s, which creates something',
    (_name, { method }) => {
      expect(method).toBe('POST')
    },
  )
})

describe('the table of errors', () => {
  it.each(Object.entries(ERRORS))('%s has a status of the contract, a title and words', (code, { status, title }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]).toContain(status)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
  })

  it('contains the codes of calls, and the one code of the return page', () => {
    const answered = new Set(calls.flatMap(([, call]) => [...call.errors, ...commonErrors(call)]))
    expect(Object.keys(ERRORS).filter((code) => !answered.has(code))).toEqual(['provider_refused'])
  })

  it('lists being signed out under 401 alone', () => {
    expect(ERRORS_OF_SIGNED_IN_CALLS.map((code) => ERRORS[code].status)).toEqual(
      ERRORS_OF_SIGNED_IN_CALLS.map(() => 401),
    )
  })
})

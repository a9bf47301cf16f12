import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { MAX_BODY_BYTES, MAX_BODY_DEPTH, MAX_IMPORT_BYTES, MAX_LIST_BYTES, type Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { bareBytes, plainRequest, type PlainAnswer } from '../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

let world: TestPortal
let trial: BuiltTrial
let token: string

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, { is_participant_id_used: true })
  token = (await signedInAs(world, 'administrator')).token
})
afterAll(() => world.stop())

const JSON_TYPE = { 'Content-Type': 'application/json' }

type Sent = NonNullable<Parameters<typeof plainRequest>[2]>
const ask = (path: string, { headers = {}, ...sent }: Sent = {}): Promise<PlainAnswer> =>
  plainRequest(world, path, { ...sent, headers: { Authorization: `Bearer ${token}`, ...headers } })
const post = (path: string, body: Sent['body'], headers: Record<string, string> = JSON_TYPE) =>
  ask(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })

/** The status and code of a problem, as `contract/errors.ts` has them. */
const problemIn = (answer: PlainAnswer) => {
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(answer.headers.get('X-Api')).toBe('equipoise/1')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const parsed = v.parse(problem, answer.json())
  expect(parsed).toMatchObject({ status: answer.status, message: parsed.detail, type: `urn:equipoise:${parsed.code}` })
  expect(parsed.request_id).toBe(answer.headers.get('X-Request-Id'))
  expect(parsed.request_id).toMatch(/^[0-9a-f-]{36}$/)
  return [answer.status, parsed.code]
}

/** The fields that a 422 names, read without a parser: it may drop names that every object has. */
const fieldsIn = (answer: PlainAnswer): string[] => {
  expect(problemIn(answer)).toEqual([422, 'validation_failed'])
  const [, fields = ''] = /"fields":\{(.*?)\}/.exec(answer.text) ?? []
  return [...fields.matchAll(/"([^"]+)":"(?:[^"\\]|\\.)+"/g)].map(([, name = '']) => name)
}

describe('a body that is not JSON is a 400', () => {
  const utf8 = (text: string, ...bytes: number[]) =>
    Buffer.concat([Buffer.from(text), Buffer.from(bytes), Buffer.from('"}')])

  test.each<[string, string | Uint8Array]>([
    ['half an object', '{"title":'],
    ['a blank', ' '],
    ['words', 'title=Aspirin'],
    ['single quotes', "{'title':'Aspirin'}"],
    ['a comma too many', '{"title":"Aspirin",}'],
    ['a number that is none', '{"sample_size":NaN}'],
    ['a line break in a text', '{"title":"a\nb"}'],
    ['two values', '{}{}'],
    ['a byte that is no UTF-8', utf8('{"title":"a', 0xff)],
    ['half a character', utf8('{"title":"a', 0xe2, 0x82)],
    ['half of a surrogate pair as bytes', utf8('{"title":"a', 0xed, 0xa0, 0x80)],
  ])('%s', async (_says, body) => {
    expect(problemIn(await post('trials', body))).toEqual([400, 'not_json'])
  })
})

describe('a body nested more than 32 deep is a 400, and no parser sees it', () => {
  const deep = MAX_BODY_DEPTH + 1

  test.each([
    ['a list too deep', '['.repeat(deep) + ']'.repeat(deep)],
    ['a hundred thousand lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['lists that nobody closes, so that it is no JSON either', '['.repeat(deep)],
    ['objects', '{"a":'.repeat(deep) + '1' + '}'.repeat(deep)],
    ['lists and objects in turn', '[{"a":'.repeat(deep / 2 + 1) + '1' + '}]'.repeat(deep / 2 + 1)],
    ['lists after a string that ends in a backslash', `["\\\\",${'['.repeat(deep)}${']'.repeat(deep)}]`],
    ['lists after many that are closed', `[${'[[]],'.repeat(100)}${'['.repeat(deep)}${']'.repeat(deep)}]`],
  ])('%s', async (_says, body) => {
    const answer = await post('trials', body)
    expect(problemIn(answer)).toEqual([400, 'not_json'])
    expect(answer.json()).toMatchObject({ message: 'The request body is nested more than 32 deep' })
  })

  test.each([
    ['brackets in a text', '['.repeat(deep)],
    ['braces in a text', '{'.repeat(deep)],
    ['brackets after a quote in a text', `"${'['.repeat(deep)}`],
    ['brackets after a backslash in a text', `\\${'['.repeat(deep)}`],
    ['brackets after what is no ASCII', `Größe 测试 ${'['.repeat(deep)}`],
  ])('but not %s', async (_says, description) => {
    expect((await post('trials', JSON.stringify(aTrialForm({ description })))).status).toBe(201)
  })
})

describe('a JSON body that is no form', () => {
  test.each<[string, string | undefined]>([
    ['nothing at all', undefined],
    ['nothing in it', ''],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"trial"'],
    ['true', 'true'],
  ])('is a 422: %s', async (_says, body) => {
    const answer = await post('trials', body)
    expect(fieldsIn(answer)).toEqual(['body'])
    expect(answer.json()).toMatchObject({ fields: { body: 'Must be an object' } })
  })

  test.each([
    ['a list', '[]'],
    ['a list of forms', JSON.stringify([aTrialForm()])],
    ['as many lists in each other as may be', '['.repeat(MAX_BODY_DEPTH) + ']'.repeat(MAX_BODY_DEPTH)],
  ])('nor is %s', async (_says, body) => {
    expect(fieldsIn(await post('trials', body))).toContain('title')
  })

  test('and one where none is expected', async () => {
    expect(fieldsIn(await post('auth/logout', '{"all":true}'))).toEqual(['body'])
  })
})

describe('a body of another type is a 415', () => {
  const form = JSON.stringify(aTrialForm())
  test.each([
    ['without a word about its type', {}],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['a form of a page', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['something like JSON', { 'Content-Type': 'application/jsonp' }],
    ['a problem', { 'Content-Type': 'application/problem+json' }],
    ['nonsense', { 'Content-Type': ';;;' }],
  ])('%s', async (_says, headers) => {
    expect(problemIn(await post('trials', form, headers))).toEqual([415, 'unsupported_content_type'])
  })

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', ' application/json ;x=y'])(
    'but not %s',
    async (type) => {
      expect((await post('trials', form, { 'Content-Type': type })).status).toBe(201)
    },
  )
})

describe('a body that is larger than its call accepts is a 413', () => {
  const ofSize = (bytes: number) => {
    const empty = JSON.stringify(aTrialForm({ description: '' }))
    return JSON.stringify(aTrialForm({ description: 'x'.repeat(bytes - empty.length) }))
  }
  const tooLarge = ofSize(MAX_LIST_BYTES + 1)

  test.each([
    ['64 KiB', 'auth/logout', MAX_BODY_BYTES],
    ['64 KiB', 'trials/1/status', MAX_BODY_BYTES],
    ['1 MiB', 'trials', MAX_LIST_BYTES],
    ['1 MiB', 'trials/1/study-packs/dispense', MAX_LIST_BYTES],
    ['10 MiB', 'users/permissions', MAX_IMPORT_BYTES],
    ['10 MiB', 'trials/1/study-packs/import', MAX_IMPORT_BYTES],
  ])('over %s at %s, as its length declares', async (size, path, most) => {
    const answer = await post(path, 'x'.repeat(most + 1))
    expect(problemIn(answer)).toEqual([413, 'body_too_large'])
    expect(answer.json()).toMatchObject({ message: `The request is larger than ${size}` })
    expect(problemIn(await post(path, 'x'.repeat(most)))).toEqual([400, 'not_json'])
  })

  test('over 64 KiB, whoever sends it to a call for anybody', async () => {
    const sent = { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(MAX_BODY_BYTES + 1) }
    expect(problemIn(await plainRequest(world, 'auth/lti/create', sent))).toEqual([413, 'body_too_large'])
  })

  test('when the chunks exceed it', async () => {
    const chunks = tooLarge.match(/.{1,65536}/gs) ?? []
    expect(chunks.length).toBeGreaterThan(16)
    expect(problemIn(await post('trials', chunks))).toEqual([413, 'body_too_large'])
  })

  test('and one of exactly that size is read', async () => {
    expect(fieldsIn(await post('trials', ofSize(MAX_LIST_BYTES)))).toEqual(['description'])
  })
})

describe('an unknown field is a 422 that names it', () => {
  const withField = (name: string) => `{"${name}":1,${JSON.stringify(aTrialForm()).slice(1)}`

  test.each(['colour', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', ''])(
    'in a body: "%s"',
    async (name) => {
      expect(fieldsIn(await post('trials', withField(name)))).toEqual([name === '' ? 'body' : name])
    },
  )

  test.each(['colour', '__proto__', 'constructor', 'prototype', 'toString', 'seed'])('in a query: %s', async (name) => {
    for (const path of ['trials', `trials/${trial.trial_id}`, 'auth/me', `trials/${trial.trial_id}/participants`]) {
      expect(fieldsIn(await ask(`${path}?${name}=1`))).toEqual([name])
      expect(fieldsIn(await ask(`${path}?${name}=1&${name}=2`))).toEqual([name])
    }
  })

  test('deep in a body, by its path', async () => {
    const sites = [{ title: 'A' }, { title: 'B', colour: 'red' }]
    expect(fieldsIn(await post('trials', JSON.stringify(aTrialForm({ sites }))))).toEqual(['sites.1.colour'])
    const answers = { site_id: 1, participant_strata: [{ trial_stratum_id: 1, trial_stratum_option_id: 1, weight: 9 }] }
    expect(fieldsIn(await post(`trials/${trial.trial_id}/participants`, JSON.stringify(answers)))).toEqual([
      'participant_strata.0.weight',
    ])
  })

  test('without a change to any other object', async () => {
    await post('trials', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    await ask('trials?__proto__=polluted&__proto__=polluted')
    expect('polluted' in {}).toBe(false)
  })
})

describe('an impossible value is a 422 that names its field', () => {
  test.each([
    '0',
    '-1',
    '1.5',
    '1e308',
    '1e400',
    '-1e400',
    '9007199254740993',
    '1e-400',
    '"1"',
    'true',
    'null',
    '[1]',
    '{"id":1}',
    '999999',
    '9007199254740991',
  ])('the id %s', async (id) => {
    const answer = await post(`trials/${trial.trial_id}/participants`, `{"site_id":${id}}`)
    expect(fieldsIn(answer)).toEqual(['site_id'])
  })

  test.each(['a\\u0000b', '\\u0000', 'a\\ud800', '\\udc00b', '\\udc00\\ud800'])('the text "%s"', async (text) => {
    const bodies: [string, string, string][] = [
      [`trials/${trial.trial_id}/participants`, 'participant_id', `"site_id":${trial.sites[0]?.id},`],
      [`trials/${trial.trial_id}/status`, 'reason', '"trial_status_id":4,'],
      [`trials/${trial.trial_id}/participants/outcome`, 'idempotency_key', ''],
    ]
    for (const [path, field, rest] of bodies) {
      expect(fieldsIn(await post(path, `{${rest}"${field}":"${text}"}`))).toEqual([field])
    }
  })

  test.each(['%00', 'a%00b'])('the search %s', async (q) => {
    expect(fieldsIn(await ask(`trials?q=${q}`))).toEqual(['q'])
    expect(fieldsIn(await ask(`trials/${trial.trial_id}/participants?q=${q}`))).toEqual(['q'])
  })

  test.each(['association_token', 'ref'])('the %s with a NUL in it', async (field) => {
    const path = field === 'ref' ? 'auth/ping/login' : 'auth/ping/redirect'
    expect(fieldsIn(await ask(`${path}?idp=sso&${field}=a%00b`))).toEqual([field])
  })

  test('answers a search for text that cannot be decoded', async () => {
    for (const q of ['%', '%E0%A4%A', '%FF', '+', '&&&', '%F0%9F%92%8A']) {
      expect((await ask(`trials?q=${q}`)).status).toBe(200)
    }
  })
})

describe('answers 404 to an id in an address that cannot exist', () => {
  test.each([
    '-1',
    '0',
    '1.5',
    '1e3',
    '01',
    '+1',
    '0x1',
    'abc',
    'NaN',
    'null',
    '1%20',
    '%201',
    '1%00',
    '%D9%A3',
    '%E0%A4%A',
    '1;2',
    '1,2',
    '999999',
    '9007199254740993',
    '9'.repeat(400),
    "1'--",
  ])('%s', async (id) => {
    const { trial_id } = trial
    const answers = [
      await ask(`trials/${id}`),
      await ask(`trials/${id}/statistics`),
      await ask(`trials/${id}/participants`),
      await ask(`trials/${trial_id}/participants/${id}`),
      await ask(`auth/me/trial-permission/${id}/sites`),
      await post(`trials/${id}/status`, '{"trial_status_id":3,"reason":"Ready"}'),
      await post(`trials/${id}/participants`, '{"site_id":1}'),
      await post(`trials/${id}/participants/outcome`, '{"idempotency_key":"k"}'),
    ]
    for (const answer of answers) expect(problemIn(answer)).toEqual([404, 'not_found'])
  })
})

describe('a missing address is a 404', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/trials',
    '/api/v1/trial',
    '/api/v1/TRIALS',
    '/api/v1/trials/',
    '/api/v1/trials/1/',
    '/api/v1/trials/1/colour',
    '/api/v1/trials//participants',
    '/api/v1/trials/1/participants/1/2',
    '/api/v1/trials%2F1',
    '/api/v1/%',
    '/api/v1/%00',
    '/api/v1/trials;a=1',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await ask(path, { method })
      expect(problemIn(answer)).toEqual([404, 'not_found'])
    }
  })

  test.each(['/api/v1/../../etc/passwd', '/api/v1/%2e%2e/%2e%2e/etc/passwd'])(
    'also one that leads out of the API: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )
})

describe('a method that an address does not accept is a 405 that lists the accepted ones', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const taken = new Map<string, string[]>()
  for (const { path, method } of Object.values<Endpoint>(api)) taken.set(path, [...(taken.get(path) ?? []), method])

  /** Every method that an address accepts: its last word can be read as the id of another address. */
  const reaching = (path: string) =>
    [...taken].flatMap(([other, methods]) =>
      new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) ? methods : [],
    )

  test.each([...taken])('%s', async (path, methods) => {
    for (const method of METHODS.filter((method) => !reaching(path).includes(method))) {
      const answer = await ask(path.replace(/\{\w+\}/g, '1'), { method })
      expect(problemIn(answer)).toEqual([405, 'method_not_allowed'])
      expect((answer.headers.get('Allow') ?? '').split(', ')).toEqual(expect.arrayContaining(methods))
    }
  })

  test.each(['trials', 'auth/me', 'app-instance', 'nowhere', 'trials/0'])(
    'HEAD is a GET without its body: %s',
    async (path) => {
      const [head, get] = [await ask(path, { method: 'HEAD' }), await ask(path)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['X-Api', 'Content-Type', 'Cache-Control']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
      }
    },
  )
})

describe('a malformed header is a 400 that names it', () => {
  const UUID = '8f14e45f-ceea-467f-a9f3-0b7e3b1c2d4e'
  test.each<[string, string, string]>([
    ['Idempotency-Key', 'empty', ''],
    ['Idempotency-Key', 'of 129 characters', 'k'.repeat(129)],
    ['Idempotency-Key', 'of ten thousand', 'k'.repeat(10_000)],
    ['Idempotency-Key', 'with a blank', 'a b'],
    ['Idempotency-Key', 'with a tab', 'a\tb'],
    ['Idempotency-Key', 'beyond ASCII', 'clé'],
    ['X-Client-Id', 'that is no UUID', 'my-phone'],
    ['X-Client-Id', 'without its dashes', UUID.replaceAll('-', '')],
    ['X-Client-Id', 'in braces', `{${UUID}}`],
    ['X-Client-Id', 'empty', ''],
    ['X-Request-Counter', 'of 0', '0'],
    ['X-Request-Counter', 'below 0', '-1'],
    ['X-Request-Counter', 'in words', 'one'],
    ['X-Request-Counter', 'with a leading 0', '01'],
    ['X-Request-Counter', 'of a half', '1.5'],
    ['X-Request-Counter', 'beyond counting', '9'.repeat(17)],
  ])('%s %s', async (name, _says, value) => {
    const answer = await post('trials', JSON.stringify(aTrialForm()), { ...JSON_TYPE, [name]: value })
    expect(problemIn(answer)).toEqual([400, 'malformed_header'])
    expect(answer.json()).toMatchObject({ message: `The header ${name} is malformed` })
  })

  test('also where it stands beside a valid one, or twice', async () => {
    const form = JSON.stringify(aTrialForm())
    const beside = { ...JSON_TYPE, 'Idempotency-Key': 'sound', 'X-Client-Id': 'my-phone' }
    expect(problemIn(await post('trials', form, beside))).toEqual([400, 'malformed_header'])
    const counted = { ...JSON_TYPE, 'X-Client-Id': UUID, 'X-Request-Counter': 'one' }
    expect(problemIn(await post('trials', form, counted))).toEqual([400, 'malformed_header'])
    const twice = `POST ${API_BASE}/trials HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`
    const keys = 'Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    expect(await bareBytes(world, twice + keys)).toMatch(/^HTTP\/1\.1 400 [\s\S]*malformed_header/)
  })

  test.each<[string, string, string]>([
    ['nothing', '', 'no_token'],
    ['another scheme', 'Basic YTpi', 'token_invalid'],
    ['no token', 'Bearer', 'token_invalid'],
    ['two tokens', 'Bearer a b', 'token_invalid'],
    ['nonsense', 'Bearer not.a.token', 'token_invalid'],
    ['ten thousand characters', `Bearer ${'a'.repeat(10_000)}`, 'token_invalid'],
    ['a token beyond ASCII', 'Bearer é', 'token_invalid'],
  ])('but an Authorization of %s is a 401', async (_says, value, code) => {
    expect(problemIn(await ask('trials', { headers: { Authorization: value } }))).toEqual([401, code])
  })

  test('headers of unreasonable size are refused before they are read', async () => {
    const endless = `GET ${API_BASE}/trials HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`
    expect(await bareBytes(world, endless)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('malformed HTTP gets no 5xx', () => {
  test.each([
    ['a host with a blank', `GET ${API_BASE}/trials HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`],
    ['no host', `GET ${API_BASE}/trials HTTP/1.1\r\nConnection: close\r\n\r\n`],
    [
      'a whole address',
      `GET http://elsewhere${API_BASE}/trials HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    ],
    ['an address that is none', 'GET //[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['no method', '\u0000\u0001\u0002\r\n\r\n'],
    ['a length that is none', `POST ${API_BASE}/trials HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n`],
    [
      'a length and chunks',
      `POST ${API_BASE}/trials HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('%s', async (_says, bytes) => {
    expect(await bareBytes(world, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})

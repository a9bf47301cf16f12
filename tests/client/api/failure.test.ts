import { describe, expect, test } from 'vitest'
import { failureWords } from '../../../src/client/api/failure-words'
import { isGlobal, messageOf, type Failure } from '../../../src/client/api/failure'

const request = { method: 'GET', path: '/api/v1/trials', at: '2026-11-21T10:00:00.000Z', request_id: null }
const refused = (status: number, message: string): Failure => ({
  kind: 'refused',
  status,
  problem: { type: '', title: '', status, detail: message, message, code: 'forbidden' },
  request,
})

const cases: [name: string, failure: Failure, inPlace: string, summary: string, isGlobal: boolean][] = [
  ['a refusal', refused(403, 'No'), 'No', 'An application error has occurred (HTTP 403)', false],
  [
    'a refusal without words',
    refused(409, ''),
    'Unknown error occurred',
    'An application error has occurred (HTTP 409)',
    false,
  ],
  [
    'a session that is over',
    refused(401, 'Expired'),
    'Expired',
    'You are not authorised or have been signed out (HTTP 401)',
    true,
  ],
  [
    'a status alone',
    { kind: 'http', status: 418, request },
    'HTTP 418 error',
    'An application error has occurred (HTTP 418)',
    false,
  ],
  [
    'an error of the server',
    { kind: 'http', status: 503, request },
    'HTTP 503 error',
    'A server error has occurred (HTTP 503)',
    true,
  ],
  [
    'no network',
    { kind: 'network', code: 'ERR_NETWORK', request },
    'Network error (ERR_NETWORK)',
    'A network error has occurred',
    true,
  ],
  [
    'a timeout',
    { kind: 'timeout', code: 'ECONNABORTED', request },
    'Network error (ECONNABORTED)',
    'The network connection has been aborted, possibly due to a timeout',
    true,
  ],
  [
    'a firewall',
    { kind: 'firewall', support_id: '4711', request },
    'Our firewall has blocked your request',
    'Our firewall has blocked your request',
    true,
  ],
  [
    'a page of a proxy that fails',
    { kind: 'foreign', foreign_status: 500, request },
    'HTTP 500 error',
    'A server error has occurred (HTTP 500)',
    true,
  ],
  [
    'a page of a proxy that wants a sign-in to itself',
    { kind: 'foreign', foreign_status: 401, request },
    'HTTP 401 error',
    'An application error has occurred (HTTP 401)',
    true,
  ],
  [
    'a sign-in page of the Wi-Fi',
    { kind: 'foreign', foreign_status: 200, request },
    'Another page answered instead of the server',
    'Another page answered instead of the server',
    true,
  ],
  ['an unknown answer', { kind: 'unreadable', request }, 'Unknown error occurred', 'Unknown error occurred', true],
  [
    'an answer nobody wants any more',
    { kind: 'aborted', request },
    'Unknown error occurred',
    'Unknown error occurred',
    false,
  ],
]

describe('the message of a failure', () => {
  test.each(cases)('in place: %s', (_, failure, inPlace) => {
    expect(messageOf(failure)).toBe(inPlace)
  })
  test.each(cases)('in the dialog: %s', (_name, failure, _inPlace, summary) => {
    expect(failureWords(failure).summary).toBe(summary)
  })
  test.each(cases)('and whether it is for the dialog: %s', (_name, failure, _inPlace, _summary, expected) => {
    expect(isGlobal(failure)).toBe(expected)
  })

  test('the server’s own words follow the summary', () => {
    expect(failureWords(refused(500, 'Nothing was changed')).message).toBe('Nothing was changed')
  })
  test.each([
    { kind: 'network', code: 'ERR_NETWORK', request },
    { kind: 'timeout', code: 'ECONNABORTED', request },
  ] as const)('a lost connection comes with the advice to check it and to reload: $kind', (failure) => {
    expect(failureWords(failure).advice).toBe('Check the connection and reload.')
  })
  test('a firewall’s support id is quoted', () => {
    expect(failureWords({ kind: 'firewall', support_id: '4711', request }).advice).toContain('4711')
  })
})

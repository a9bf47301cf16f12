import { ERRORS } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { expect, it } from 'vitest'
import type { Failure } from '../../../../src/client/api/failure'
import { reportEvents, reportedOf, type Reported } from '../../../../src/client/device/unlock/report-events'

/* The report of a PIN's use, after each answer to it (decision 0071). */

const request = { method: 'POST', path: '/api/v1/auth/me/offline-unlocks', at: '', request_id: null }
const http = (status: number): Failure => ({ kind: 'http', status, request })

it.each<[Failure]>([
  [http(401)],
  [http(408)],
  [http(429)],
  [http(503)],
  [{ kind: 'network', code: 'ERR_NETWORK', request }],
  [{ kind: 'timeout', code: 'ECONNABORTED', request }],
  [{ kind: 'firewall', support_id: null, request }],
])('is sent again after %o', (failure) => {
  expect(reportedOf(refused(failure))).toBe('unanswered')
})

it('is retried where a server does not know the event, as an older one during an upgrade', () => {
  expect(reportedOf(refused(http(422)))).toBe('unknown')
})

it.each([400, 403, 404, 409])('is refused for good by %s', (status) => {
  expect(reportedOf(refused(http(status)))).toBe('refused')
})

it('is not confirmed where its person declined the fresh sign-in', () => {
  const { status, title, message } = ERRORS.sign_in_not_fresh
  const problem = { type: 'about:blank', title, status, detail: message, message, code: 'sign_in_not_fresh' } as const
  expect(reportedOf(refused({ kind: 'refused', status, problem, request }))).toBe('not_confirmed')
})

it('is recorded by an answer', () => {
  expect(reportedOf(accepted(undefined))).toBe('recorded')
})

it('blocks no other, and is reported again, where the server does not know the event', async () => {
  const stored = ['one', 'two'].map((id) => ({
    id,
    sub: 'nurse',
    event: 'passkey_set' as const,
    performed_at: 0,
    wrong_tries: 0,
  }))
  const outcomes: Record<string, Reported> = { one: 'unknown', two: 'recorded' }
  const deleted: string[] = []
  await reportEvents({
    session: () => ({ token: '', sub: 'nurse', id: 'one', expires_at: 0 }),
    canReach: () => true,
    unstored: [],
    records: async () => ({ events: async () => stored, deleteEvent: async (id) => void deleted.push(id) }),
    report: async ({ id }) => outcomes[id] ?? 'unanswered',
  })
  expect(deleted).toEqual(['two'])
})

import { api } from '#contract/api'
import { API_MARK } from '#contract/api-address'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../src/client/api/read-answer'

const marked = new Headers({ [API_MARK.name]: API_MARK.value })
const unmarked = new Headers({ 'Content-Type': 'text/html' })
const me = { id: 3, name: 'Amara Hughes', email: 'nurse@example.org', selected_timezone: null, max_level: 2 }
const FIREWALL = { kind: 'firewall', support_id: null }
const problem = {
  type: 'about:blank',
  title: 'Not permitted',
  status: 403,
  detail: 'You do not have permission to do this',
  message: 'You do not have permission to do this',
  code: 'forbidden',
}

describe('an answer that is not the server’s', () => {
  test.each([
    ['a sign-in page of the Wi-Fi', 200, '<h1>Hotel Wi-Fi</h1>', { kind: 'foreign', foreign_status: 200 }],
    [
      'a page of a firewall',
      403,
      'The requested URL was rejected. Your support ID is: 12345678901234',
      { kind: 'firewall', support_id: '12345678901234' },
    ],
    [
      'a page of a firewall that answers 200',
      200,
      'The requested URL was rejected. Your support ID is: 12345678901234',
      { kind: 'firewall', support_id: '12345678901234' },
    ],
    ['a firewall that names no support ID', 403, '<p>Request blocked</p><p>Web Application Firewall</p>', FIREWALL],
    ['a proxy that fails', 500, '<h1>Internal Server Error</h1>', { kind: 'foreign', foreign_status: 500 }],
    ['a proxy for which it is too long', 413, '<h1>Too Large</h1>', { kind: 'foreign', foreign_status: 413 }],
    ['a proxy that is asked too often', 429, '<h1>Too Many</h1>', { kind: 'foreign', foreign_status: 429 }],
    ['a redirect that was not followed', 0, '', { kind: 'foreign', foreign_status: 0 }],
    ['the right JSON without the mark', 200, JSON.stringify(me), { kind: 'foreign', foreign_status: 200 }],
    ['a gateway with nobody behind it', 502, '<h1>Bad gateway</h1>', { kind: 'http', status: 502 }],
  ])('is recognised as foreign: %s', (_, status, text, refusal) => {
    expect(readAnswer(api.getMe, { status, headers: unmarked, text })).toEqual({ ok: false, refusal })
  })
})

describe('an answer of the server', () => {
  test('with a field that this version does not know is read without it', () => {
    const text = JSON.stringify({ ...me, new_one: 'of a later version' })
    expect(readAnswer(api.getMe, { status: 200, headers: marked, text })).toEqual({ ok: true, value: me })
  })

  test.each([
    ['a refusal in its words', 403, JSON.stringify(problem), { kind: 'refused', status: 403, problem }],
    ['a status without words', 500, '', { kind: 'http', status: 500 }],
    ['what is not JSON', 200, '<html>', { kind: 'unreadable' }],
    ['another shape than was agreed', 200, JSON.stringify({ ...me, id: 'three' }), { kind: 'unreadable' }],
    ['another success than was agreed', 204, '', { kind: 'unreadable' }],
  ])('without a valid value fails: %s', (_, status, text, refusal) => {
    expect(readAnswer(api.getMe, { status, headers: marked, text })).toEqual({ ok: false, refusal })
  })

  test('has the fields of its schema', () => {
    expect(readAnswer(api.getMe, { status: 200, headers: marked, text: JSON.stringify(me) })).toEqual({
      ok: true,
      value: me,
    })
  })

  test('is a plain one where a write shares its address with reads that a device stores', () => {
    const answered = { message: 'Trial saved' }
    const response = v.object({ message: v.string() })
    expect(api.updateTrial.path).toBe(api.getTrial.path)
    const write = { ...api.updateTrial, response }
    expect(readAnswer(write, { status: 200, headers: marked, text: JSON.stringify(answered) })).toEqual({
      ok: true,
      value: answered,
    })
    const read = { ...api.getTrial, response }
    expect(readAnswer(read, { status: 200, headers: marked, text: JSON.stringify(answered) }, 5)).toEqual({
      ok: true,
      value: { source: 'server', requestedAt: 5, answer: answered },
    })
  })

  test('may be nothing', () => {
    expect(readAnswer(api.logout, { status: 204, headers: marked, text: '' })).toEqual({ ok: true, value: undefined })
  })
})

import { api } from '#contract/api'
import { describe, expect, test } from 'vitest'
import { requestAddress, requestPath } from '../../../src/client/api/request-address'

describe('the address of a call', () => {
  test.each([
    ['its path below the base', api.getMe, {}, '/api/v1/auth/me'],
    ['its path parameters', api.getTrial, { parameters: { trial_id: '7' } }, '/api/v1/trials/7'],
    ['a query', api.listTrials, { query: { page: '2', q: 'a b' } }, '/api/v1/trials?page=2&q=a+b'],
    [
      'a field that repeats',
      api.listTrials,
      { query: { status: ['started', 'paused'] } },
      '/api/v1/trials?status=started&status=paused',
    ],
    ['no field that is empty or undefined', api.listTrials, { query: { q: '', page: undefined } }, '/api/v1/trials'],
    ['no field of an empty list', api.listTrials, { query: { status: [] } }, '/api/v1/trials'],
  ])('has %s', (_, call, input, expected) => {
    expect(requestAddress(call, input)).toBe(expected)
  })

  test('cannot be escaped by a parameter', () => {
    expect(requestPath(api.getTrial, { trial_id: '../auth/me?x=1' })).toBe('/api/v1/trials/..%2Fauth%2Fme%3Fx%3D1')
  })
})

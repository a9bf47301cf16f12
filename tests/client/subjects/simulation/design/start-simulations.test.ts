import { accepted, refused } from '#domain/outcome'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../../src/client/api/failure'
import { blankForm } from '../../../../../src/client/subjects/simulation/design/simulation-form'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { startSimulations } from '../../../../../src/client/subjects/simulation/design/start-simulations'

const LOST: Failure = {
  kind: 'network',
  code: 'ERR_NETWORK',
  request: { method: 'POST', path: '/api/v1/simulations', at: '2026-11-21T05:03:00.000Z', request_id: null },
}

const firstRequest = () => {
  const requests = simulationRequests(blankForm())
  if (!requests.ok) throw new Error('the form as it begins cannot be sent')
  return [...requests.value, ...requests.value, ...requests.value]
}

/** A server that starts this many simulations and then no more. */
const serverThatStarts = (most: number) => {
  const cancelled: number[] = []
  let started = 0
  return {
    cancelled,
    start: async () => (started < most ? accepted({ id: 10 + started++ }) : refused(LOST)),
    cancel: async (id: number) => cancelled.push(id),
  }
}

describe('alternatives are started all together', () => {
  test('where one fails, those before it are cancelled, and its place is returned', async () => {
    const server = serverThatStarts(2)
    expect(await startSimulations(firstRequest(), server)).toEqual(refused({ place: 2, failure: LOST }))
    expect(server.cancelled).toEqual([10, 11])
  })

  test('their ids are in order', async () => {
    const server = serverThatStarts(3)
    expect(await startSimulations(firstRequest(), server)).toEqual(accepted([10, 11, 12]))
    expect(server.cancelled).toEqual([])
  })
})

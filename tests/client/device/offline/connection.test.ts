import { describe, expect, test } from 'vitest'
import {
  canReachServer,
  connectionAfter,
  initialConnection,
  nextProbeIn,
  STAYS_SLOW_MS,
  type Connection,
  type ConnectionState,
} from '../../../../src/client/device/offline/connection'
import { SLOW_AFTER_MS, type Evidence } from '../../../../src/client/api/evidence'

const fast: Evidence = { kind: 'answered', at: 10, ms: 100 }
const fastLater: Evidence = { kind: 'answered', at: 10 + STAYS_SLOW_MS, ms: 100 }
const slow: Evidence = { kind: 'answered', at: 10, ms: SLOW_AFTER_MS + 1 }
const waiting: Evidence = { kind: 'waiting', at: 10 }
const unreachable: Evidence = { kind: 'unreachable', at: 10 }
const foreign: Evidence = { kind: 'foreign', at: 10 }

const afterAll = (evidence: readonly Evidence[]): Connection => evidence.reduce(connectionAfter, initialConnection(0))

const cases: [name: string, evidence: Evidence[], state: ConnectionState][] = [
  ['nothing yet', [], 'online'],
  ['one failure, which may be bad luck', [unreachable], 'online'],
  ['two failures in a row', [unreachable, unreachable], 'offline'],
  ['a failure between two answers', [unreachable, fast, unreachable], 'online'],
  ['one foreign answer', [foreign], 'online'],
  ['two foreign answers', [foreign, foreign], 'intercepted'],
  ['a foreign answer after a failure', [unreachable, foreign], 'intercepted'],
  ['a failure after a foreign answer', [foreign, unreachable], 'offline'],
  ['the Wi-Fi comes back with its sign-in page', [unreachable, unreachable, foreign], 'intercepted'],
  ['the server answers again', [unreachable, unreachable, fast], 'online'],
  ['the Wi-Fi lets through', [foreign, foreign, fast], 'online'],
  ['no answer for a while', [waiting], 'degraded'],
  ['a slow answer', [slow], 'degraded'],
  ['a slow answer after being away', [unreachable, unreachable, slow], 'degraded'],
  ['a fast answer right after a slow one', [slow, fast], 'degraded'],
  ['a fast answer a while after a slow one', [slow, fast, fastLater], 'online'],
  ['a fast answer after slow and gone', [slow, unreachable, unreachable, fast], 'online'],
  ['a request that waits while offline', [unreachable, unreachable, waiting], 'offline'],
  ['a request that waits behind a sign-in page', [foreign, foreign, waiting], 'intercepted'],
  ['slow, then gone', [slow, unreachable, unreachable], 'offline'],
]

describe('the connection', () => {
  test.each(cases)('after %s', (_, evidence, expected) => {
    expect(afterAll(evidence).state).toBe(expected)
  })

  test('has the time of the last change', () => {
    const gone = [5, 10, 20, 30].reduce<Connection>(
      (connection, at) => connectionAfter(connection, { kind: 'unreachable', at }),
      initialConnection(0),
    )
    expect(gone).toEqual({ state: 'offline', since: 10, doubts: 4 })
  })

  test('a doubt is probed at once', () => {
    expect(nextProbeIn(afterAll([unreachable]))).toBe(0)
    expect(nextProbeIn(afterAll([fast, foreign]))).toBe(0)
  })

  test('it probes more often while the server is away than while it answers', () => {
    expect(nextProbeIn(afterAll([unreachable, unreachable]))).toBeLessThan(nextProbeIn(afterAll([slow])))
    expect(nextProbeIn(afterAll([slow]))).toBeLessThan(nextProbeIn(afterAll([fast])))
  })

  test.each<[ConnectionState, boolean]>([
    ['online', true],
    ['degraded', true],
    ['offline', false],
    ['intercepted', false],
  ])('%s: actions that need the server are possible: %s', (state, expected) => {
    expect(canReachServer(state)).toBe(expected)
  })
})

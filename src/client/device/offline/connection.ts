import { SLOW_AFTER_MS, type Evidence } from '../../api/evidence'
import { createStore } from '../../browser/store'

/** The states of the connection, by the evidence of real answers: `navigator.onLine` stays true while a server is dead. */
export const CONNECTION_STATES = ['online', 'degraded', 'offline', 'intercepted'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/**
 * `since` is when the state last changed. `doubts` counts failures in a row; two of them change the state. `lost_since` is when
 * an earlier page lost the server; absent once it has answered.
 */
export type Connection = { state: ConnectionState; since: number; doubts: number; lost_since?: number }

/** A slow connection is shown as slow for at least so many milliseconds: under load every other answer is slow. */
export const STAYS_SLOW_MS = 10_000

export const initialConnection = (now: number): Connection => ({ state: 'online', since: now, doubts: 0 })

/**
 * The connection after one piece of evidence. A single failure may concern one request only: the state stays, and the monitor
 * probes at once. The second failure in a row changes it.
 */
export const connectionAfter = (connection: Connection, evidence: Evidence): Connection => {
  switch (evidence.kind) {
    case 'answered':
      return answered(connection, isSlow(connection, evidence) ? 'degraded' : 'online', evidence.at)
    case 'waiting':
      return connection.state === 'online'
        ? withState(connection, 'degraded', connection.doubts, evidence.at)
        : connection
    case 'stored':
      // A stored answer says nothing of the network itself: the monitor probes at once.
      return { ...connection, doubts: Math.max(connection.doubts, 1) }
    case 'unreachable':
      return failed(connection, 'offline', evidence.at)
    case 'foreign':
      return failed(connection, 'intercepted', evidence.at)
  }
}

/** The time until the monitor probes again, in milliseconds, without other evidence. */
export const nextProbeIn = (connection: Connection): number => {
  if (connection.doubts === 1) return 0
  return { online: 30_000, degraded: 15_000, offline: 5000, intercepted: 5000 }[connection.state]
}

/** Whether actions that need the server are possible. */
export const canReachServer = (state: ConnectionState): boolean => state === 'online' || state === 'degraded'

const isSlow = ({ state, since }: Connection, { ms, at }: Extract<Evidence, { kind: 'answered' }>): boolean =>
  ms > SLOW_AFTER_MS || (state === 'degraded' && at - since < STAYS_SLOW_MS)

const answered = ({ state: before, since, doubts }: Connection, state: ConnectionState, at: number): Connection =>
  withState({ state: before, since, doubts }, state, 0, at)

const withState = (connection: Connection, state: ConnectionState, doubts: number, at: number): Connection => {
  const begins = canReachServer(state) ? at : (connection.lost_since ?? at)
  return { ...connection, state, since: state === connection.state ? connection.since : begins, doubts }
}

const failed = (connection: Connection, state: ConnectionState, at: number): Connection =>
  connection.doubts === 0 ? { ...connection, doubts: 1 } : withState(connection, state, connection.doubts + 1, at)

/** The connection of this page to the server. */
export const connection = createStore<Connection>(initialConnection(Date.now()))

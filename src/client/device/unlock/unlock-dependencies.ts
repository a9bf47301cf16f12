import type { OneAtATime } from '#offline/one-at-a-time'
import type { Snapshots } from '#offline/snapshots'
import type { StretchCost, UnlockEvent } from '#offline/unlock-record'
import type { UnlockRecords } from '#offline/unlock-records'
import type { Store } from '../../browser/store'
import type { SessionLock } from '../../session/lock/create-session-lock'
import type { SessionState } from '../../session/session-store'
import type { OutboxSeals } from '../outbox/outbox-seals'
import type { PasskeyPrompts } from './passkey'
import type { Reported } from './report-events'

export type Bytes = Uint8Array<ArrayBuffer>

/** The dependencies of the unlock without network: the app, the browser and the server. */
export type UnlockDependencies = {
  session: Pick<Store<SessionState>, 'get' | 'subscribe'>
  lock: Pick<SessionLock, 'open' | 'followStorage'> & { isLocked: Pick<Store<boolean>, 'get' | 'subscribe'> }
  /** Runs work while no other tab opens or covers the device. */
  alone: OneAtATime
  records: () => Promise<UnlockRecords>
  snapshots: () => Promise<Pick<Snapshots, 'begin' | 'seal' | 'lock' | 'sealOf'>>
  seals: Pick<OutboxSeals, 'adopt' | 'deleteKey'>
  /** Fetches the person's outbox key from the server; null where it does not answer. */
  fetchSecret: () => Promise<Bytes | null>
  canReach: () => boolean
  /** The pause before a server that did not answer is asked again, in milliseconds. It doubles each time. */
  retry_ms: number
  /** Tells the server of an event. */
  report: (event: UnlockEvent) => Promise<Reported>
  stretch: (pin: string, salt: Bytes, cost: StretchCost) => Promise<Bytes>
  cost: StretchCost
  passkeys: () => Promise<PasskeyPrompts>
  origin: string
  deviceId: () => string
  now: () => number
  makeId: () => string
  /** Whether this page has unsaved input or is sending, and so stays as it is. */
  isBusy: () => boolean
  /** Called when this open page was locked, which has the shown data in its memory. */
  dropMemory: () => void
  /** Called with an error of the device's store that nobody waits for. */
  onError: (error: unknown) => void
}

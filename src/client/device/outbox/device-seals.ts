import { getOutboxKey } from '#contract/session'
import { bytesOf, importOutboxKey } from '#offline/sealed-text'
import type { OutboxKeys } from '#offline/outbox-keys'
import { call } from '../call'
import { deviceLock } from '../../session/lock/device-lock'
import { session } from '../../session/this-session'
import { reportStoreError } from '../offline/device-snapshots'
import { createStore } from '../../browser/store'
import { createOutboxSeals } from './outbox-seals'

/** The name of the database with the outbox key of the signed-in person. */
const OUTBOX_KEYS_NAME = 'equipoise-outbox-keys'

/** How long the key may take, in milliseconds, since a dialog may wait for it. */
const KEY_TIMEOUT_MS = 8000

/** The signed-in person's outbox key (32 bytes) from the server; null where it does not answer. */
export const fetchOutboxKey = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
  const answer = await call(getOutboxKey, {}, { timeout_ms: KEY_TIMEOUT_MS })
  return answer.ok ? bytesOf(answer.value.key) : null
}

let opened: Promise<OutboxKeys> | undefined

/** Changes when a session gets or loses its seal. */
export const sealReady = createStore(0)

/** The seals of this device's sessions. */
export const deviceSeals = createOutboxSeals({
  session: session.state,
  // Loaded on first use, since a first visit does not need the database library.
  keys: () =>
    (opened ??= import('#offline/outbox-keys').then(({ openOutboxKeys }) => openOutboxKeys(OUTBOX_KEYS_NAME))),
  fetchKey: async () => {
    const bytes = await fetchOutboxKey()
    return bytes === null ? null : importOutboxKey(bytes)
  },
  mayStore: () => !deviceLock.isLocked.get(),
  onReady: () => sealReady.set(sealReady.get() + 1),
  report: reportStoreError,
})

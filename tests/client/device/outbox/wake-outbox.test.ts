// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { connection, connectionAfter } from '../../../../src/client/device/offline/connection'
import { type Evidence } from '../../../../src/client/api/evidence'
import { deviceOutbox, wakeOutbox } from '../../../../src/client/device/outbox/device-outbox'

afterEach(() => vi.restoreAllMocks())

const see = (evidence: Evidence) => connection.set(connectionAfter(connection.get(), evidence))

test('an answer alone does not read the outbox again; a connection that comes back does', () => {
  const wake = vi.spyOn(deviceOutbox, 'wake').mockReturnValue(undefined)
  const stop = wakeOutbox(window)
  const wakesAt = (evidence: readonly Evidence[]) => {
    wake.mockClear()
    evidence.forEach(see)
    return wake.mock.calls.length
  }
  const answers = [1, 2, 3].map((at): Evidence => ({ kind: 'answered', ms: 5, at }))
  expect(wakesAt(answers)).toBe(0)
  const lost: Evidence = { kind: 'unreachable', at: 4 }
  expect(wakesAt([lost, lost])).toBe(1)
  expect(wakesAt([{ kind: 'answered', ms: 5, at: 20_000 }])).toBe(1)
  stop()
})

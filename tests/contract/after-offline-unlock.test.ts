import { asksAfterOfflineUnlock } from '#contract/after-offline-unlock'
import { api } from '#contract/api'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'
import { expect, test } from 'vitest'

const SENDING = Object.entries<Endpoint>(api).filter(([, call]) => isWrite(call) && !isPublic(call))

/** A call that is added here by mistake is open to whoever has seen a PIN. */
test('after a PIN or passkey opened the device, these calls alone are made before a sign-in', () => {
  const allowed = SENDING.flatMap(([name, call]) => (asksAfterOfflineUnlock(call) ? [] : [name]))
  expect(new Set(allowed)).toEqual(
    new Set([
      // What may wait on a device.
      'flagParticipant',
      'dispenseStudyPacks',
      // The outcome of one's own lost answer.
      'settleRandomisation',
      // One's own account, sessions and devices. An uploaded list takes effect only by a call in a trial.
      'confirmSignIn',
      'logout',
      'endOwnSession',
      'endOtherSessions',
      'reportDeviceActions',
      'reportOfflineUnlock',
      'saveDisplaySettings',
      'displayTime',
      'updateMe',
      'uploadAllocationList',
    ]),
  )
})

test('none that asks for it is a read', () => {
  const reads = Object.values<Endpoint>(api).filter((call) => !isWrite(call))
  expect(reads.filter(asksAfterOfflineUnlock)).toEqual([])
})

import { asksAfterOfflineUnlock } from '#contract/after-offline-unlock'
import { api } from '#contract/api'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { expect, test } from 'vitest'

const SAVING = Object.entries<Endpoint>(api).filter(
  ([, call]) => isWrite(call) && call.saves_nothing !== true && call.needs.kind !== 'public',
)

/** A call that is added here by mistake is open to whoever has seen a PIN. */
test('after a PIN or passkey opened the device, these calls alone save something before a sign-in', () => {
  const allowed = SAVING.flatMap(([name, call]) => (asksAfterOfflineUnlock(call) ? [] : [name]))
  expect(new Set(allowed)).toEqual(
    new Set([
      // What may wait on a device.
      'flagParticipant',
      'dispenseStudyPacks',
      // One's own account, sessions and devices. An uploaded list takes effect only by a call in a trial.
      'confirmSignIn',
      'logout',
      'endOwnSession',
      'endOtherSessions',
      'reportDeviceActions',
      'reportOfflineUnlock',
      'saveDisplaySettings',
      'updateMe',
      'uploadAllocationList',
    ]),
  )
})

test('none that asks for it is a read', () => {
  const reads = Object.values<Endpoint>(api).filter((call) => !isWrite(call) || call.saves_nothing === true)
  expect(reads.filter(asksAfterOfflineUnlock)).toEqual([])
})

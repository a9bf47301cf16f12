import { pinFault } from '../../../src/domain/this-device/pin'
import { expect, test } from 'vitest'

test.each([
  ['', 'incomplete'],
  ['12345', 'incomplete'],
  ['1234567', 'incomplete'],
  ['12a456', 'incomplete'],
  ['٤٨١٥٠٢', 'incomplete'],
  ['111111', 'repeated'],
  ['121212', 'repeated'],
  ['123123', 'repeated'],
  ['123456', 'in_order'],
  ['654321', 'in_order'],
  ['890123', 'in_order'],
  ['210987', 'in_order'],
  ['481502', null],
  ['112233', null],
] as const)('the PIN %j has the fault %j', (pin, fault) => {
  expect(pinFault(pin)).toBe(fault)
})

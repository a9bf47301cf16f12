import { expect, test } from 'vitest'
import { timeZoneChoices } from '../../../src/client/action/time-zone-field'

const labels = (supported: string[], present: string | null) =>
  timeZoneChoices(supported, present).map(({ label }) => label)

test('no zone is first, then the supported ones', () => {
  expect(labels(['Etc/UTC', 'Europe/Oslo'], null)).toEqual(['<No time zone set>', 'Etc/UTC', 'Europe/Oslo'])
  expect(labels(['Etc/UTC', 'Europe/Oslo'], 'Europe/Oslo')).toHaveLength(3)
})

test('an unsupported present zone is added', () => {
  expect(labels(['Etc/UTC'], 'Asia/Gone')).toEqual(['<No time zone set>', 'Asia/Gone', 'Etc/UTC'])
})

import { expect, test } from 'vitest'
import { timeZoneChoices } from '../../../src/client/action/time-zone-field'

const labels = (supported: string[], present: string | null) =>
  timeZoneChoices(supported, present).map(({ label }) => label)

test('no zone comes first, then those that are supported', () => {
  expect(labels(['Etc/UTC', 'Europe/Oslo'], null)).toEqual(['<No time zone set>', 'Etc/UTC', 'Europe/Oslo'])
  expect(labels(['Etc/UTC', 'Europe/Oslo'], 'Europe/Oslo')).toHaveLength(3)
})

test('a zone that is set and not supported is added', () => {
  expect(labels(['Etc/UTC'], 'Asia/Gone')).toEqual(['<No time zone set>', 'Asia/Gone', 'Etc/UTC'])
})

import { displayTime, listTimezones } from '#contract/timezones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, posted } from '../../../support/ask'
import { plainRequest } from '../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

test('everybody may read the time zones: UTC first, each once', async () => {
  const nurse = await signedInAs(world, 'nurse')
  const zones = (await ask(nurse, listTimezones.response, 'timezones')).value?.data ?? []
  expect(zones[0]).toBe('Etc/UTC')
  expect(zones).toContain('Australia/Sydney')
  for (const present of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'Asia/Ho_Chi_Minh'])
    expect(zones).toContain(present)
  for (const former of ['Asia/Calcutta', 'Europe/Kiev', 'America/Godthab', 'Asia/Saigon', 'UTC'])
    expect(zones).not.toContain(former)
  expect(new Set(zones).size).toBe(zones.length)
  expect((await plainRequest(world, 'timezones', {})).status).toBe(200)
})

test.each([
  ['Etc/UTC', '21 Nov 2026, 05:03'],
  ['Australia/Sydney', '21 Nov 2026, 16:03'],
  ['America/New_York', '21 Nov 2026, 00:03'],
  ['US/Eastern', '21 Nov 2026, 00:03'],
  ['Asia/Calcutta', '21 Nov 2026, 10:33'],
  ['UTC', '21 Nov 2026, 05:03'],
])('the time in %s is shown in words', async (tz, time) => {
  const nurse = await signedInAs(world, 'nurse')
  expect((await ask(nurse, displayTime.response, 'time-display', posted({ tz }))).value).toEqual({ time })
})

test.each([
  ['Mars/Base', 'This time zone is not supported'],
  ['', 'Must be the name of a time zone'],
])('%j is no time zone', async (tz, message) => {
  const nurse = await signedInAs(world, 'nurse')
  const { status, problem } = await ask(nurse, displayTime.response, 'time-display', posted({ tz }))
  expect([status, problem?.fields]).toEqual([422, { tz: message }])
})

import { expect } from 'vitest'
import { WILL_BE_SENT } from '../../src/client/safety-words'
import { wrongPin } from '../../src/client/subjects/sign-in/unlock/pin-words'
import { journeys } from '../support/journey'
import { audited, LOCKED } from '../support/locked-tablet'
import type { Tablet } from '../support/tablet'
import { aWard, flags, flagsOf, opensWard } from '../support/ward'
import { WEBKIT } from '../support/webkit'
import { webKitDevice } from '../support/webkit-device'

/* An iPad's browser: a nurse signs in page by page, sets a PIN, and opens the locked tablet with it offline. */

const test = journeys('people').extend('device', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
  const device = webKitDevice(portal.url)
  onCleanup(device.scrap)
  return device
})

const PIN = '481502'
const IDLE_MS = 16 * 60_000

const types = async (tablet: Tablet, pin: string) => {
  for (const digit of pin) await tablet.presses(digit)
}

const signsIn = async (tablet: Tablet, email: string) => {
  await tablet.opens('/')
  await tablet.presses('Sign in', 'link')
  await tablet.presses('University single sign-on', 'link')
  await tablet.sees('Choose a sample account')
  await tablet.evaluates((address) => {
    document.querySelector<HTMLButtonElement>(`button[value="${address}"]`)?.click()
  }, email)
  await tablet.sees('Welcome, Amara Hughes')
}

const setsPin = async (tablet: Tablet) => {
  await tablet.presses('Set PIN')
  await types(tablet, PIN)
  await tablet.presses('Continue')
  await types(tablet, PIN)
  await tablet.pressesInDialog('Set PIN')
  await tablet.sees('PIN set for this tablet')
}

/** The tablet lies about for longer than the time after which it locks. */
const liesAbout = (tablet: Tablet) =>
  tablet.evaluates((idle) => {
    localStorage.setItem('equipoise.last-touch', String(Date.now() - Number(idle)))
  }, String(IDLE_MS))

test.skipIf(WEBKIT === null)(
  'signs in, sets a PIN, unlocks without network, and sends what was flagged there',
  async ({ portal, device }) => {
    const { trial_id, participants } = await aWard(portal)
    const [first = { id: 0 }] = participants
    const tablet = await device.switchOn()
    await signsIn(tablet, 'nurse@example.org')
    await opensWard(tablet, trial_id)
    await tablet.opens('/')
    await setsPin(tablet)

    await portal.front.goDown()
    await tablet.opens(`/trials/${trial_id}/participants`)
    await tablet.sees(/Offline · since \d{2}:\d{2}/)
    await liesAbout(tablet)
    await tablet.reloads()
    await tablet.sees(LOCKED)
    await tablet.seesNot('A trial of two tablets')
    await types(tablet, '481503')
    await tablet.presses('Unlock')
    await tablet.sees(wrongPin(4))
    await types(tablet, PIN)
    await tablet.presses('Unlock')
    await tablet.seesNot(LOCKED)
    await flags(tablet, 1, 'Seen without network')
    await tablet.sees(WILL_BE_SENT)
    expect(await flagsOf(portal, first)).toBe(0)

    await portal.front.comeBack()
    await tablet.reloads()
    await expect.poll(() => flagsOf(portal, first)).toBe(1)
    await expect.poll(() => audited(portal)).toEqual(['Amara Hughes unlocked a device offline after 1 wrong PIN'])
  },
)

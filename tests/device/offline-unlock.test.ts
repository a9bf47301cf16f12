import { expect } from 'vitest'
import { unsentWhileLocked, WILL_BE_SENT } from '../../src/client/safety-words'
import { LOCKED_OUT, wrongPin } from '../../src/client/subjects/sign-in/unlock/pin-words'
import { WORKS_OFFLINE } from '../../src/client/subjects/sign-in/unlock/unlock-words'
import { journeys } from '../support/journey'
import { audited, isLockedAway, keysOn, liesAbout, LOCKED, nurseAtHome, types } from '../support/locked-tablet'
import { pageFaults } from '../support/page-faults'
import { signsInAgain } from '../support/signs-in-again'
import type { Visitor } from '../support/visitor'
import { aWard, dumpOf, flags, flagsOf } from '../support/ward'
import { allocation, participantsIn } from '../support/wizard'

/* A locked tablet offline: its person's PIN opens it, and no data can be read before (decision 0071). */

const test = journeys('people', { hasWorker: true })

const PIN = '481502'

/** A nurse who has opened a ward's pages and set a PIN. */
const hasPin = async (arrive: () => Promise<Visitor>, trialId: number): Promise<Visitor> => {
  const tablet = await nurseAtHome(arrive, trialId)
  await tablet.presses('Set PIN')
  await types(tablet, '123456')
  await tablet.presses('Continue')
  await tablet.sees('This PIN is easy to guess. Choose digits that are not in order.')
  expect(await pageFaults(tablet.page)).toEqual([])
  for (let digit = 0; digit < 6; digit += 1) await tablet.presses('Delete the last digit')
  await types(tablet, PIN)
  await tablet.presses('Continue')
  await types(tablet, PIN)
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Set PIN', exact: true }).click()
  await tablet.sees('PIN set for this tablet')
  await tablet.seesNot('Unlock this tablet offline')
  return tablet
}

const tries = async (tablet: Visitor, pin: string): Promise<void> => {
  await types(tablet, pin)
  await tablet.presses('Unlock')
}

test('a person’s PIN opens a tablet without network, also after it was closed, and that is audited once', async ({
  arrive,
  portal,
}) => {
  const { trial_id, participants } = await aWard(portal, 2)
  const [first = { id: 0 }] = participants
  const tablet = await hasPin(arrive, trial_id)
  await isLockedAway(tablet, portal, trial_id)
  await tablet.sees('Amara Hughes can enter their PIN to continue')
  await tablet.sees(WORKS_OFFLINE)
  expect(await pageFaults(tablet.page)).toEqual([])
  await tries(tablet, '481503')
  await tablet.sees(wrongPin(4))
  await tablet.reloads()
  await tablet.seesHeading(LOCKED)
  await tablet.sees('6 digits, 4 tries left')
  await tries(tablet, PIN)
  await tablet.seesNot(LOCKED)
  await tablet.finds('table', 'Participants').waitFor()
  await flags(tablet, 1, 'Seen without network')
  await tablet.sees(WILL_BE_SENT)
  expect(await flagsOf(portal, first)).toBe(0)

  await liesAbout(tablet, 16)
  await tablet.seesHeading(LOCKED)
  await tablet.sees(unsentWhileLocked(1))
  await expect.poll(() => keysOn(tablet)).toEqual([0, null])
  await tries(tablet, PIN)
  await tablet.finds('table', 'Participants').waitFor()

  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
  const words = 'Amara Hughes unlocked a device offline'
  await expect.poll(() => audited(portal)).toEqual([`${words} after 1 wrong PIN`, words])
  await tablet.seesNot(LOCKED)
})

test('a PIN randomises no one when the network is back: that asks for a sign-in, and then goes on with what was entered', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const tablet = await hasPin(arrive, trial_id)
  const before = (await audited(portal)).length
  await isLockedAway(tablet, portal, trial_id)
  await tries(tablet, PIN)
  await tablet.finds('table', 'Participants').waitFor()
  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await expect.poll(async () => (await audited(portal)).length).toBe(before + 1)

  tablet.expectsError(/status of 403/)
  await tablet.opens(`/trials/${trial_id}/participants/new`)
  await tablet.presses('Continue')
  await tablet.presses('Randomise this participant')
  await tablet.page.getByRole('dialog', { name: 'Sign in again to confirm that it is you' }).waitFor()
  expect(await pageFaults(tablet.page)).toEqual([])
  expect(await participantsIn(portal, trial_id)).toBe(1)
  const tab = await signsInAgain(tablet, 'Sign in again as Amara Hughes', /^Amara Hughes/)
  await tab.getByText('You have confirmed that it is you').waitFor()
  expect(await allocation(tablet)).toMatchObject({ 'Sequence number': '2' })
  expect(await participantsIn(portal, trial_id)).toBe(2)
})

test('five wrong PINs delete what a PIN opens; a sign-in then restores everything', async ({ arrive, portal }) => {
  const { trial_id } = await aWard(portal)
  const before = (await audited(portal)).length
  const tablet = await hasPin(arrive, trial_id)
  await isLockedAway(tablet, portal, trial_id)
  for (const left of [4, 3, 2, 1]) {
    await tries(tablet, '000001')
    await tablet.sees(wrongPin(left))
  }
  await tries(tablet, '000001')
  await tablet.sees(LOCKED_OUT)
  expect(await tablet.finds('button', 'Unlock').count()).toBe(0)
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.reloads()
  await tablet.sees(LOCKED_OUT)

  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await tablet.presses('Sign in again as Amara Hughes', 'link')
  await tablet.presses(/^Amara Hughes/)
  await tablet.finds('table', 'Participants').waitFor()
  await expect
    .poll(async () => (await audited(portal)).slice(before))
    .toEqual(['Amara Hughes can no longer unlock a device with a PIN after 5 wrong PINs'])
})

test('a session that the server ended meanwhile is over as soon as the tablet learns it, and its PIN is gone', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const tablet = await hasPin(arrive, trial_id)
  await isLockedAway(tablet, portal, trial_id)
  await tries(tablet, PIN)
  await tablet.finds('table', 'Participants').waitFor()
  await portal.database.queries
    .updateTable('sessions')
    .set({ ended_at: portal.clock.now() })
    .where('user_id', '=', portal.personId('nurse'))
    .where('ended_at', 'is', null)
    .execute()
  tablet.expectsError(/status of 401/)
  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await tablet.seesHeading('Sign in')
  await expect
    .poll(async () => {
      const { databases }: { databases: [string, string, unknown[]][] } = JSON.parse(await dumpOf(tablet))
      return databases
        .filter(([name, table, rows]) => rows.length > 0 && !(name === 'equipoise-unlock' && table === 'events'))
        .map(([name, table]) => [name, table])
    })
    .toEqual([])
})

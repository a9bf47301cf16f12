import { expect } from 'vitest'
import { NO_PASSKEY, passkeyFailed, OTHER_USERS_WARNING } from '../../src/client/subjects/sign-in/unlock/passkey-words'
import { journeys } from '../support/journey'
import { audited, isLockedAway, keysOn, liesAbout, LOCKED, nurseAtHome } from '../support/locked-tablet'
import { pageFaults } from '../support/page-faults'
import { givesAuthenticator, type PlatformAuthenticator } from '../support/platform-authenticator'
import type { Visitor } from '../support/visitor'
import { aWard, dumpOf, flags, flagsOf } from '../support/ward'

/* A locked tablet offline: its person's passkey opens it, as the PIN does (decision 0089). */

const test = journeys('people', { hasWorker: true })

const SET = 'Passkey set for this tablet'

const asksForPasskey = async (tablet: Visitor): Promise<void> => {
  await tablet.presses('Set passkey')
  await tablet.page.getByRole('dialog').getByText(OTHER_USERS_WARNING).waitFor()
  await tablet.pressesInDialog('Set passkey')
}

/** A nurse who has opened a ward's pages and set up a passkey. */
const hasPasskey = async (
  arrive: () => Promise<Visitor>,
  trialId: number,
): Promise<{ tablet: Visitor; reader: PlatformAuthenticator }> => {
  const readers: PlatformAuthenticator[] = []
  const tablet = await nurseAtHome(async () => {
    const arrived = await arrive()
    readers.push(await givesAuthenticator(arrived))
    return arrived
  }, trialId)
  await asksForPasskey(tablet)
  await tablet.sees(SET)
  await tablet.seesNot('Unlock this tablet offline')
  const [reader] = readers
  if (reader === undefined) throw new Error('the tablet has no reader')
  return { tablet, reader }
}

/** The number of rows in the tablet's table of passkeys. */
const passkeyRows = async (tablet: Visitor): Promise<number> => {
  const { databases }: { databases: [string, string, unknown[]][] } = JSON.parse(await dumpOf(tablet))
  return databases.find(([name, table]) => name === 'equipoise-unlock' && table === 'passkeys')?.[2].length ?? 0
}

test('a person’s passkey opens a tablet without network, also after it was closed, and that is audited once', async ({
  arrive,
  portal,
}) => {
  const { trial_id, participants } = await aWard(portal, 2)
  const [first = { id: 0 }] = participants
  const { tablet } = await hasPasskey(arrive, trial_id)
  await isLockedAway(tablet, portal, trial_id)
  await tablet.sees('Amara Hughes can use their passkey to continue')

  await tablet.reloads()
  await tablet.presses('Unlock with passkey')
  await tablet.finds('table', 'Participants').waitFor()
  await flags(tablet, 1, 'Seen without network')
  expect(await flagsOf(portal, first)).toBe(0)

  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
  await expect.poll(() => audited(portal)).toEqual(['Amara Hughes unlocked a device offline with a passkey'])
  await tablet.seesNot(LOCKED)
})

test('another finger, or a passkey that was deleted on the tablet, opens nothing; a sign-in restores everything', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const { tablet, reader } = await hasPasskey(arrive, trial_id)
  await isLockedAway(tablet, portal, trial_id)
  await reader.knowsItsUser(false)
  await tablet.presses('Unlock with passkey')
  await tablet.sees(passkeyFailed('cancelled', false))
  expect(await keysOn(tablet)).toEqual([0, null])
  await reader.losesPasskeys()
  await tablet.presses('Unlock with passkey')
  await tablet.sees(passkeyFailed('cancelled', false))
  expect(await keysOn(tablet)).toEqual([0, null])
  expect(await pageFaults(tablet.page)).toEqual([])

  await portal.front.comeBack()
  await liesAbout(tablet, 1)
  await tablet.presses('Sign in again as Amara Hughes', 'link')
  await tablet.presses(/^Amara Hughes/)
  await tablet.finds('table', 'Participants').waitFor()
})

test('the next person on the tablet finds no passkey of the one before, and sets their own', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const { tablet, reader } = await hasPasskey(arrive, trial_id)
  expect(await passkeyRows(tablet)).toBe(1)
  await tablet.signsOut()
  await expect.poll(() => passkeyRows(tablet)).toBe(0)
  await tablet.signsInAs('pharmacist')
  await asksForPasskey(tablet)
  await tablet.sees(SET)
  expect(await reader.passkeys()).toBe(2)
  await tablet.opens('/user-profile')
  await tablet.presses('Remove passkey')
  await tablet.sees('Passkey removed from this tablet')
  await expect.poll(() => passkeyRows(tablet)).toBe(0)
  await expect.poll(reader.passkeys).toBe(1)
})

test('a reader whose passkeys give no key is reported in words, and nothing is set', async ({ arrive, portal }) => {
  const { trial_id } = await aWard(portal)
  const tablet = await nurseAtHome(async () => {
    const arrived = await arrive()
    await givesAuthenticator(arrived, { hasPrf: false })
    return arrived
  }, trial_id)
  await asksForPasskey(tablet)
  await tablet.sees(NO_PASSKEY.impossible)
  expect(await passkeyRows(tablet)).toBe(0)
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.pressesInDialog('Cancel')
  await tablet.sees('Unlock this tablet offline')
})

test('a tablet without a reader is offered only a PIN', async ({ arrive, portal }) => {
  const { trial_id } = await aWard(portal)
  const tablet = await nurseAtHome(arrive, trial_id)
  await tablet.finds('button', 'Set PIN').waitFor()
  await tablet.opens('/user-profile')
  await tablet.sees('This browser cannot save a passkey for this tablet.')
  expect(await tablet.finds('button', 'Set passkey').count()).toBe(0)
})

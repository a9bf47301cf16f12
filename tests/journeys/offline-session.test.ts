import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { aWard, dumpOf, flags, flagsOf, isSignedIn, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* A tablet that several people share, with actions that are not sent yet. */

const test = journeys('people')

test('signing out with an unsent action asks first; another person sees only that it waits, and the author’s return sends it', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const [first = { id: 0 }] = ward.participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'A word for nobody else')
  await tablet.sees('Will be sent when online')

  await tablet.presses('Sign out')
  await tablet.sees(/1 unsent action stays on this tablet for you/)
  await tablet.presses('Cancel')
  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)
  await expect.poll(async () => (await dumpOf(tablet)).includes('/api/v1/trials/')).toBe(false)

  await portal.front.comeBack()
  await tablet.signsInAs('coordinator')
  await tablet.sees(/1 unsent action by Amara Hughes waits on this tablet/)
  await tablet.seesNot('A word for nobody else')
  expect(await flagsOf(portal, first)).toBe(0)
  await tablet.signsOut()
  await tablet.signsInAs('nurse')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
})

test('an action that meets the end of its session waits for the same person', async ({ arrive, portal }) => {
  const ward = await aWard(portal)
  const [first = { id: 0 }] = ward.participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'Held')
  await tablet.sees('Will be sent when online')
  await portal.database.queries.updateTable('sessions').set({ ended_at: portal.clock.now() }).execute()
  tablet.expectsError(/status of 401/)
  await portal.front.comeBack()
  await tablet.isAt('/sign-in')
  expect(await flagsOf(portal, first)).toBe(0)
  await tablet.page.getByRole('dialog').waitFor()
  await isSignedIn(tablet, portal, 'nurse')
  await tablet.opens('/')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
})

test('a deep link without the server opens what is kept, or says why not', async ({ arrive, portal }) => {
  const ward = await aWard(portal)
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  await nurse.opens('/trials')
  await nurse.finds('table', 'Trials').waitFor()
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  for (const [path, words] of [
    ['/trials', /What you see is as of/],
    [`/trials/${ward.trial_id}`, 'This page needs the connection'],
    [`/trials/${ward.trial_id}/participants`, /What you see is as of/],
    [`/trials/${ward.trial_id}/participants/${ward.participants[0]?.id}`, /What you see is as of/],
    [`/trials/${ward.trial_id}/participants/new`, 'This needs the connection'],
    ['/outbox', 'Nothing is waiting'],
  ] as const) {
    await nurse.opens(path)
    await nurse.page.getByRole('banner').waitFor()
    await nurse.page.getByRole('main').getByText(words).filter({ visible: true }).first().waitFor()
  }
})

test('a tablet keeps nothing that it must not, and nothing but the outbox once its person has left', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal, 3)
  const nurse = await arrive({ as: 'coordinator' })
  await opensWard(nurse, ward.trial_id)
  for (const page of ['', '/settings', '/messages', '/proof', `/participants/${ward.participants[0]?.id}`]) {
    await nurse.opens(`/trials/${ward.trial_id}${page}`)
    await nurse.page.getByRole('main').waitFor()
    await nurse.page.waitForLoadState('networkidle')
  }
  const dump = await dumpOf(nurse)
  expect(dump).toContain('/participants/snapshot')
  expect(dump).not.toMatch(
    /Zanamivir|Oseltamivir|Kit [KL]|study_group|weight|block_size|strat[au]|seed|nonce|sample_size/,
  )
  await nurse.signsOut()
  await expect.poll(async () => (await dumpOf(nurse)).includes('/api/v1/trials')).toBe(false)
  expect(await dumpOf(nurse)).not.toContain('equipoise.token')
})

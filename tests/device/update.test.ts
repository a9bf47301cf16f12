import { expect } from 'vitest'
import { laterBuild } from '../support/altered-build'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import { BUILT_CLIENT } from '../support/built-files'
import type { Visitor } from '../support/visitor'
import { allocation, fillsIn } from '../support/wizard'

/*
 * A new version of the app is applied automatically where it disturbs no work, and offered elsewhere. support/scenarios
 * has the same with unsent actions.
 */

const OFFER = 'A new version is ready. Your saved work is safe.'

const test = journeys('people', { hasWorker: true })
  .extend('later', { scope: 'file' }, async ({ portal: _portal }, { onCleanup }) => {
    const build = laterBuild('later')
    onCleanup(build.remove)
    return build.folder
  })
  /** The administrator with the present version on the tablet, served by its worker. */
  .extend('administrator', async ({ arrive, portal }) => {
    await portal.deploy(BUILT_CLIENT)
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens('/')
    await administrator.reloadsFromTheDevice()
    return administrator
  })

const runs = (who: Visitor) => who.page.locator('html').getAttribute('data-build')

/** Checks for an update, as browsers do from time to time. */
const looksForANewVersion = (who: Visitor) =>
  who.page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

const begins = async (who: Visitor, trialId: number) => {
  await who.opens(`/trials/${trialId}/participants/new`)
  await fillsIn(who, { site: 'Southern General' })
}
const chosenSite = (who: Visitor) => who.finds('combobox', 'Site').inputValue()

test('an untouched page applies it automatically', async ({ administrator, later, portal }) => {
  await portal.deploy(later)
  await administrator.opens('/trials')
  await administrator.page.locator('html[data-build=later]').waitFor()
  await administrator.seesHeading('Trials')
  await administrator.isAt('/trials')
})

test('an open wizard retains its answers: the new version is offered, and applied when it is accepted', async ({
  administrator,
  later,
  portal,
}) => {
  const { trial_id } = await aTrial(portal)
  await begins(administrator, trial_id)
  await portal.deploy(later)
  await looksForANewVersion(administrator)
  await administrator.sees(OFFER)
  expect(await chosenSite(administrator)).toBe('Southern General')
  expect(await runs(administrator)).toBeNull()

  await administrator.presses('Update now')
  await administrator.page.locator('html[data-build=later]').waitFor()
  await administrator.seesHeading('Participant details')
  await administrator.seesNot(OFFER)
})

test('after "Later" the offer vanishes, the page stays, and the wizard continues', async ({
  administrator,
  later,
  portal,
}) => {
  const { trial_id } = await aTrial(portal)
  await begins(administrator, trial_id)
  await portal.deploy(later)
  await looksForANewVersion(administrator)
  await administrator.presses('Later')
  await administrator.seesNot(OFFER)
  await administrator.presses('Continue')
  await administrator.presses('Randomise this participant')
  expect(await allocation(administrator)).toMatchObject({ Site: 'Southern General' })
  expect(await runs(administrator)).toBeNull()
})

test('a tab that applies it reloads no other tab', async ({ administrator, later, portal }) => {
  const { trial_id } = await aTrial(portal)
  await begins(administrator, trial_id)
  await portal.deploy(later)
  const other = await administrator.opensTab('/trials')
  await other.page.locator('html[data-build=later]').waitFor()

  await administrator.sees(OFFER)
  expect(await chosenSite(administrator)).toBe('Southern General')
  expect(await runs(administrator)).toBeNull()
  await administrator.presses('Continue')
  await administrator.presses('Randomise this participant')
  expect(await allocation(administrator)).toMatchObject({ Site: 'Southern General' })
})

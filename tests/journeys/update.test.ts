import { expect } from 'vitest'
import { laterBuild } from '../support/altered-build'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import { BUILT_CLIENT } from '../support/built-files'
import type { Visitor } from '../support/visitor'
import { allocation, fillsIn } from '../support/wizard'

/* A new version of the app: taken by itself where it disturbs nobody, offered where it would. With actions that wait: support/scenarios. */

const OFFER = 'A new version is ready. Your saved work is safe.'

const test = journeys('people', { hasWorker: true })
  .extend('later', { scope: 'file' }, async ({ portal: _portal }, { onCleanup }) => {
    const build = laterBuild('later')
    onCleanup(build.remove)
    return build.folder
  })
  /** The administrator with the version of today on the tablet, served by its worker. */
  .extend('administrator', async ({ arrive, portal }) => {
    await portal.deploy(BUILT_CLIENT)
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens('/')
    await administrator.reloadsFromTheDevice()
    return administrator
  })

const runs = (who: Visitor) => who.page.locator('html').getAttribute('data-build')

/** What browsers do by themselves now and then. */
const looksForANewVersion = (who: Visitor) =>
  who.page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

const begins = async (who: Visitor, trialId: number) => {
  await who.opens(`/trials/${trialId}/participants/new`)
  await fillsIn(who, { site: 'Southern General' })
}
const chosenSite = (who: Visitor) => who.finds('combobox', 'Site').inputValue()

test('a page that nobody has touched yet takes it by itself', async ({ administrator, later, portal }) => {
  await portal.deploy(later)
  await administrator.opens('/trials')
  await administrator.page.locator('html[data-build=later]').waitFor()
  await administrator.seesHeading('Trials')
  await administrator.isAt('/trials')
})

test('an open wizard keeps its answers: the new version is offered, and taken when it is accepted', async ({
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

test('later means later: the offer goes, the page stays, and the wizard goes on', async ({
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

test('a tab that takes it reloads no other tab', async ({ administrator, later, portal }) => {
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

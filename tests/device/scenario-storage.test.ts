import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cannotBeFound, HAVE_CHECKED_LOST } from '../../src/client/safety-words'
import { laterBuild } from '../support/altered-build'
import { BUILT_CLIENT } from '../support/built-files'
import { countEffects } from '../support/effect-count'
import { isFull } from '../support/full'
import { journeys } from '../support/journey'
import { OFFLINE, WAITING } from '../support/scenarios/ground'
import { until } from '../support/until'
import type { Visitor } from '../support/visitor'
import { aWard, flags, FLAGGING, NOBODY_ANSWERS, opensWard } from '../support/ward'

/*
 * A tablet with full storage, or whose browser evicts what it stored: only Chromium can simulate both. support/scenarios
 * has other faults of the storage.
 */

const test = journeys('people').extend('later', { scope: 'file' }, async ({ portal: _portal }, { onCleanup }) => {
  const build = laterBuild('later')
  onCleanup(build.remove)
  return build.folder
})

test('given a flag to be set, when the storage is full, then the page says that it is NOT saved, the input stays, and nothing happens', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse', isNew: true })
  await fills(nurse, portal.url)
  await nurse.opens(`/trials/${ward.trial_id}/participants`)
  await flags(nurse, 1, 'Not to be forgotten')
  await nurse.sees(/NOT saved: /)
  expect(await nurse.finds('textbox', 'Comment').inputValue()).toBe('Not to be forgotten')
  expect(await effects()).toEqual({})
})

/** The browser gives the app no room beyond what it has stored. Returns a function that gives it room again. */
const fills = async (nurse: Visitor, origin: string): Promise<() => Promise<unknown>> => {
  const browser = await nurse.context.newCDPSession(nurse.page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  return () => browser.send('Storage.overrideQuotaForOrigin', { origin })
}

/** The outcome of an attempt to install a new version, as browsers make one from time to time. */
const triesToUpdate = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update().catch(() => null)
    const { installing } = registration
    if (installing === null) return registration.waiting === null ? 'none' : 'installed'
    return new Promise<string>((resolve) => {
      installing.addEventListener('statechange', () => resolve(installing.state))
    })
  })

/** A page that is being replaced gives no answer. */
const runs = (who: Visitor) =>
  who.page.evaluate(() => document.documentElement.getAttribute('data-build')).catch(() => null)

test.runIf(isFull)(
  'given a flag that waits in two tabs, when the storage is full as a new version comes, then the present version sends the flag once, and the new one takes its place when there is room',
  async ({ arrive, portal, later }) => {
    const ward = await aWard(portal)
    const effects = await countEffects(portal, ward)
    const nurse = await arrive({ as: 'nurse', hasWorker: true })
    nurse.allowsError(/./, 'a full storage complains in words of its own')
    await nurse.opens('/')
    await opensWard(nurse, ward.trial_id)
    const cut = portal.front.inflict('question_lost', FLAGGING)
    await flags(nurse, 1, 'Before it was full')
    await nurse.sees(WAITING)
    const tab = await nurse.opensTab('/outbox')
    await tab.sees('Flag participant 1')
    const empties = await fills(nurse, portal.url)
    await portal.deploy(later)
    expect(await triesToUpdate(tab.page)).toBe('redundant')

    for (const each of [nurse, tab]) {
      await each.opens('/outbox')
      await each.sees('Flag participant 1')
      expect(await runs(each)).toBeNull()
    }
    expect(await effects()).toEqual({})
    cut.lift()
    await nurse.presses('Send now')
    await until('the flag is set', async () => (await effects())['flagged'] === 1)
    for (const each of [nurse, tab]) await each.sees('Nothing is waiting')

    await empties()
    for (const each of [nurse, tab]) {
      await each.opens('/trials')
      await until('the new version runs', async () => (await runs(each)) === 'later')
    }
    expect((await effects())['flagged']).toBe(1)
    await portal.deploy(BUILT_CLIENT)
  },
)

test.runIf(isFull)(
  'given a flag that waits in two tabs, when the browser evicts everything it stored and a new version comes, then the loss is named in both, and the new version works',
  async ({ arrive, portal, later }) => {
    const ward = await aWard(portal)
    const effects = await countEffects(portal, ward)
    const nurse = await arrive({ as: 'nurse', hasWorker: true })
    nurse.allowsError(NOBODY_ANSWERS, 'the server is down for a while')
    await nurse.opens('/')
    await opensWard(nurse, ward.trial_id)
    await portal.front.goDown()
    await nurse.reloads()
    await nurse.sees(OFFLINE)
    await flags(nurse, 1, 'Evicted')
    await nurse.sees(WAITING)
    const tab = await nurse.opensTab(`/trials/${ward.trial_id}/participants`)
    await tab.finds('link', '1 waiting').first().waitFor()
    const browser = await nurse.context.newCDPSession(nurse.page)
    // What a quota covers. Local storage is not among it.
    const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
    await browser.send('Storage.clearDataForOrigin', { origin: portal.url, storageTypes })
    await portal.deploy(later)
    await portal.front.comeBack()

    for (const each of [nurse, tab]) {
      await each.opens('/outbox')
      await each.sees(cannotBeFound(1))
      await each.sees('Flag participant 1')
      await until('the new version runs', async () => (await runs(each)) === 'later')
    }
    await nurse.presses(HAVE_CHECKED_LOST)
    await nurse.seesNot(cannotBeFound(1))
    expect(await effects()).toEqual({})
    await nurse.opens(`/trials/${ward.trial_id}/participants`)
    await flags(nurse, 1, 'Again')
    await until('the flag is set', async () => (await effects())['flagged'] === 1)
    await portal.deploy(BUILT_CLIENT)
  },
)

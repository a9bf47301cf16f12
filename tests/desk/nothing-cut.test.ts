import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { randomise } from '../support/randomise'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'

/* Nothing is cut off or hidden: ids on buttons, last columns, and pages that do not jump. */

const test = journeys('people')

const [TABLET, PHONE] = [
  { width: 768, height: 1024 },
  { width: 320, height: 640 },
] as const

/** The width by which a button's text extends beyond it, in px. */
const cutOff = (who: Visitor, name: RegExp) =>
  who
    .finds('button', name)
    .evaluate((button) =>
      Math.max(
        ...[button, ...button.querySelectorAll('*')].map(({ scrollWidth, clientWidth }) =>
          clientWidth === 0 ? 0 : scrollWidth - clientWidth,
        ),
        button.getBoundingClientRect().right - document.documentElement.clientWidth,
      ),
    )

test('at 320 px the whole ID of a pack is on the button that dispenses it', async ({ arrive, portal }) => {
  const { trial_id, pack } = await servedAt(await dispensingTrial(portal))
  const packId = 'STEPDOWN-CONTINUATION-0000010080'
  const { queries } = portal.database
  await queries.updateTable('study_packs').set({ pack_id: packId }).where('id', '=', pack.id).execute()
  const pharmacist = await arrive({ as: 'pharmacist', viewport: PHONE })
  await pharmacist.opens(`/trials/${trial_id}/study-packs/dispense?pack=${packId}`)
  await pharmacist.finds('button', /^Dispense pack/).waitFor()
  expect(await pharmacist.finds('button', /^Dispense pack/).textContent()).toBe(`Dispense pack ${packId}`)
  expect(await cutOff(pharmacist, /^Dispense pack/)).toBeLessThanOrEqual(0)
})

test('on a tablet held upright the actions of every participant are visible', async ({ arrive, portal }) => {
  const trial = await aTrial(portal, { is_participant_id_used: true, packs: 4 })
  const site_id = trial.sites[0]?.id ?? null
  await grant(portal, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id })
  await randomise(await signedInAs(portal, 'administrator'), trial.trial_id, { site_id, participant_id: 'STA-014' })
  const nurse = await arrive({ as: 'nurse', viewport: TABLET })
  await nurse.opens(`/trials/${trial.trial_id}/participants`)
  const actions = nurse.finds('button', 'Flag: participant 1')
  await actions.waitFor()
  const { right, width } = await actions.evaluate((button) => ({
    right: button.getBoundingClientRect().right,
    width: document.documentElement.clientWidth,
  }))
  expect(right).toBeLessThanOrEqual(width)
})

test('on a phone the header shows the person of the session, and since when there is no connection', async ({
  arrive,
}) => {
  const coordinator = await arrive({ as: 'coordinator', viewport: { width: 360, height: 780 } })
  await coordinator.opens('/trials')
  const banner = coordinator.page.getByRole('banner')
  const isCut = (thing: Locator) => thing.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  const person = banner.getByRole('link', { name: 'Daniel Lindqvist' })
  await person.waitFor()
  expect(await isCut(person.getByText('DL', { exact: true }).filter({ visible: true }))).toBe(false)
  coordinator.allowsError(/ERR_INTERNET_DISCONNECTED/, 'what the page was asking meanwhile fails')
  await coordinator.losesTheNetwork()
  const pill = banner.getByText(/^Offline · since \d\d:\d\d$/)
  await pill.waitFor()
  expect(await isCut(pill)).toBe(false)
})

test('with letters set apart, the menu beside Sign out stays on the screen', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: { width: 360, height: 780 } })
  await administrator.opens('/trials')
  await administrator.finds('button', 'Account menu').waitFor()
  await administrator.page.addStyleTag({
    content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
  })
  for (const width of [360, 576, 768, 1024]) {
    await administrator.page.setViewportSize({ width, height: 780 })
    const right = await administrator
      .finds('button', 'Account menu')
      .evaluate((button) => button.getBoundingClientRect().right)
    expect(right, `${width} px`).toBeLessThanOrEqual(width)
  }
})

/** The names of the lists on a page that are wider than their frames. */
const widerThanFrames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
      .map((table) => table.getAttribute('aria-label')),
  )

test('on a tablet held upright no list of people or of actions loses its last column', async ({ arrive, portal }) => {
  const email = 'bartholomew.featherstonehaugh-cholmondeley@orthopaedics.example.org'
  const { queries } = portal.database
  // Gives the audit log an entry.
  await aTrial(portal)
  await queries.updateTable('users').set({ email }).where('id', '=', portal.personId('unblinder')).execute()
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  const wider: Record<string, (string | null)[]> = {}
  for (const [path, shows] of [
    ['/users', email],
    ['/users/invite', email],
    ['/audit-logs', /^Details/],
  ] as const) {
    await administrator.opens(path)
    await administrator.page.getByText(shows).first().waitFor()
    wider[path] = await widerThanFrames(administrator.page)
  }
  expect(wider).toEqual({ '/users': [], '/users/invite': [], '/audit-logs': [] })
})

/** The sum of all layout shifts since the page was opened. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0))
          resolve(shifts.reduce((sum, value) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )

test.for([
  ['phone', { width: 360, height: 780 }],
  ['tablet', TABLET],
] as const)('on a %s no page jumps while it appears', async ([, viewport], { arrive }) => {
  const who = await arrive({ as: 'administrator', viewport })
  const jumps: Record<string, number> = {}
  for (const [path, heading] of [
    ['/', 'Active trials'],
    ['/trials', 'Trials'],
    ['/user-profile', 'User profile'],
  ] as const) {
    await who.opens(path)
    await who.seesHeading(heading)
    await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
    jumps[path] = await shifts(who.page)
  }
  const visitor = await arrive({ viewport })
  await visitor.opens('/')
  await visitor.seesHeading(/^Welcome to/)
  jumps['welcome'] = await shifts(visitor.page)
  expect(Object.entries(jumps).filter(([, shift]) => shift > 0.05)).toEqual([])
})

/** The width by which the page exceeds the window, in px. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('on a phone no page is pushed wider by the long name of a group, nor by a report', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal, {
    study_groups: [{ name: 'Hydroxychloroquinephosphatemonohydratetablets' }, { name: 'Placebo' }],
  })
  const administrator = await arrive({ as: 'administrator', viewport: PHONE })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.page.getByRole('cell', { name: /^Hydroxychloroquine/ }).waitFor()
  expect(await sideways(administrator.page)).toBeLessThanOrEqual(0)
  await administrator.opens(`/trials/${trial_id}/reports/view?report=long`)
  await administrator.page.getByRole('columnheader', { name: 'Study group' }).waitFor()
  expect(await sideways(administrator.page)).toBeLessThanOrEqual(0)
})

test('at 400 % zoom the bar that saves a form does not lie over it', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: { width: 320, height: 256 } })
  await administrator.opens('/trials/new')
  const bar = administrator.finds('button', 'Create trial').locator('xpath=ancestor::div[contains(., "No changes")][1]')
  await bar.waitFor()
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  await administrator.page.setViewportSize(TABLET)
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
})

test('the ID of a pack never lies over the status beside it', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal, { packs: 4 })
  const { queries } = portal.database
  const pack_id = 'STEPDOWN-CONTINUATION-00000010080-ABCDEF'
  const { id } = await queries
    .selectFrom('study_packs')
    .select('id')
    .where('trial_id', '=', trial_id)
    .executeTakeFirstOrThrow()
  await queries.updateTable('study_packs').set({ pack_id }).where('id', '=', id).execute()
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  await administrator.opens(`/trials/${trial_id}/study-packs`)
  for (const width of [768, 1024, 1440]) {
    await administrator.page.setViewportSize({ width, height: 1024 })
    const link = administrator.finds('link', `Pack ${pack_id}`)
    await link.waitFor()
    const beyond = await link.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return words.getBoundingClientRect().right - (element.closest('td')?.getBoundingClientRect().right ?? 0)
    })
    expect(beyond, `${width} px`).toBeLessThanOrEqual(0)
  }
})

test('at 400 % zoom the bar of a selection does not lie over the list', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal, { packs: 4 })
  const administrator = await arrive({ as: 'administrator', viewport: { width: 320, height: 256 } })
  await administrator.opens(`/trials/${trial_id}/study-packs`)
  await administrator.presses('Manage multiple packs')
  const bar = administrator.finds('region', 'Selected packs')
  await bar.waitFor()
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  await administrator.page.setViewportSize(TABLET)
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
})

test('the reason why a button does nothing offline stays while the pointer is on it', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}/reports`)
  await administrator.finds('button', 'Generate report').waitFor()
  administrator.allowsError(/ERR_INTERNET_DISCONNECTED/, 'what the page was asking meanwhile fails')
  await administrator.losesTheNetwork()
  await administrator.page.locator('button[aria-disabled="true"]', { hasText: 'Generate report' }).hover()
  const reason = administrator.page.getByRole('tooltip')
  await reason.waitFor()
  const box = await reason.boundingBox()
  await administrator.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 8 })
  const hit = await reason.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 20, top + height / 2))
  })
  expect(hit).toBe(true)
})

test('the arrow of a list that can be cleared is clear of its edge', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  await administrator.opens(`/trials/${trial_id}/users/new`)
  const user = administrator.page.getByRole('combobox', { name: 'User' })
  await user.click()
  await user.fill('Amara')
  await administrator.page.getByRole('option', { name: /^Amara/ }).click()
  const arrow = administrator.page.locator('[data-combined-clear-section] svg').last()
  const edges = await Promise.all([user, arrow].map((part) => part.boundingBox()))
  const [field, drawn] = edges.map((box) => (box === null ? 0 : box.x + box.width))
  expect(Number(field) - Number(drawn)).toBeGreaterThanOrEqual(8)
})

test('at night the warning of a practice service does not outshine the page', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.page.emulateMedia({ colorScheme: 'dark' })
  await nurse.opens('/')
  const ground = () =>
    nurse.page
      .getByRole('complementary', { name: 'Instance' })
      .evaluate((banner) => Math.max(...(getComputedStyle(banner).backgroundColor.match(/\d+/g) ?? []).map(Number)))
  await expect.poll(ground).toBeLessThan(100)
})

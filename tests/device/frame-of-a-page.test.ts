import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/*
 * The frame around every page leaves the screen to the work: its height, the parts that stay in sight, and that nothing
 * is cut off.
 */

const test = journeys('sample')

/** The sample's trial with study packs; the bar calls it "CEDAR". */
const CEDAR = 5
const NAME = /^CEDAR: /

const boxOf = async (thing: Locator) => {
  await thing.waitFor()
  const box = await thing.boundingBox()
  if (box === null) throw new Error('nothing is drawn')
  return box
}

const banner = (who: Visitor) => who.page.getByRole('complementary', { name: 'Instance' })
const header = (who: Visitor) => who.page.getByRole('banner')
/** The bar of the trial: from its name up to the element as wide as the page. */
const bar = (who: Visitor) =>
  who.finds('heading', NAME).locator('xpath=ancestor::div[.//nav[@aria-label="Breadcrumbs"]][1]')

const sideways = ({ page }: Visitor) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.for([
  { width: 768, height: 1024, bannerHeight: 24, barHeight: 60 },
  { width: 1024, height: 768, bannerHeight: 24, barHeight: 96 },
  { width: 360, height: 740, bannerHeight: 36, barHeight: 64 },
])('at $width × $height it is low, and the header stays', async (size, { arrive }) => {
  const nurse = await arrive({ as: 'nurse', viewport: size })
  await nurse.opens(`/trials/${CEDAR}/participants?page_size=25`)
  await nurse.sees('STA-005')
  expect((await boxOf(banner(nurse))).height).toBe(size.bannerHeight)
  expect((await boxOf(header(nurse))).height).toBe(56)
  const drawn = await boxOf(bar(nurse))
  expect(drawn.height).toBeLessThanOrEqual(size.barHeight)
  expect(drawn.y).toBe(size.bannerHeight + 56)

  await nurse.page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await nurse.page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect((await boxOf(banner(nurse))).y).toBe(0)
  expect((await boxOf(header(nurse))).y).toBe(size.bannerHeight)
})

test('from 320 to 1440 px nothing in it is cut, overlaps, or pushes the page sideways', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${CEDAR}/participants`)
  await administrator.finds('heading', NAME).waitFor()
  for (const width of [320, 360, 414, 576, 768, 900, 1024, 1200, 1440]) {
    await administrator.page.setViewportSize({ width, height: 900 })
    expect(await sideways(administrator)).toBeLessThanOrEqual(0)
    const names = ['Online', /Jump to/, 'Sign out', 'Account menu', /^Grace Okafor/] as const
    const boxes = await Promise.all(
      names.map((name) =>
        boxOf(
          header(administrator).getByRole('link', { name }).or(header(administrator).getByRole('button', { name })),
        ),
      ),
    )
    const inOrder = boxes.toSorted((one, other) => one.x - other.x)
    expect(inOrder[0]?.x).toBeGreaterThanOrEqual(0)
    expect((inOrder.at(-1)?.x ?? 0) + (inOrder.at(-1)?.width ?? 0)).toBeLessThanOrEqual(width)
    for (const [index, box] of inOrder.slice(1).entries()) {
      const before = inOrder[index]
      expect(box.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0) - 2)
    }
  }
})

test('a wide screen is used up to 1,760 px', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: { width: 1700, height: 900 } })
  await administrator.opens(`/trials/${CEDAR}/participants`)
  const list = administrator.finds('table', 'Participants')
  const padding = 24
  expect((await boxOf(list)).width).toBe(1700 - 2 * padding)
  await administrator.page.setViewportSize({ width: 1920, height: 900 })
  await expect.poll(async () => (await boxOf(list)).width).toBe(1760 - 2 * padding)
})

test('tabs without room are under More, and the open one is never among them', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: { width: 768, height: 1024 } })
  await administrator.opens(`/trials/${CEDAR}/proof`)
  await administrator.seesHeading('Proof')
  await administrator.finds('link', 'Proof').waitFor()
  await administrator.presses('More')
  await administrator.presses('Settings', 'menuitem')
  await administrator.seesHeading('Settings')
  await administrator.finds('link', 'Settings').waitFor()
  expect(await administrator.finds('link', 'Proof').isVisible()).toBe(false)
})

test("the frame is in its place before the server has sent the installation's settings", async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'nurse', viewport: { width: 768, height: 1024 } })
  await nurse.opens('/')
  await nurse.seesHeading(/^Welcome/)
  const kept = await header(nurse).getByRole('link').first().textContent()
  portal.front.inflict({ delayed: 4000 }, { method: 'GET', path: /\/app-instance$/ })
  await nurse.reloads()
  expect((await boxOf(header(nurse))).y).toBe(24)
  expect((await boxOf(banner(nurse))).height).toBe(24)
  expect(await header(nurse).getByRole('link').first().textContent()).toBe(kept)
  expect(await nurse.finds('heading', /^Welcome/).isVisible()).toBe(false)
})

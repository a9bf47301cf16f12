import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { withFinger } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/*
 * The lists of participants and packs leave most of the screen to their rows, which are as high as a finger or a mouse
 * needs, cut off no column, and keep their headings in sight.
 */

const test = journeys('sample')

const CEDAR = 5
/** One place runs low there. */
const LOW_STOCK = 'Low stock 1 place'
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

/** Screens as they are held in a hand, and the share of their height above which the first record begins. */
const HELD = [
  { size: { width: 768, height: 1024 }, firstAbove: 0.35 },
  { size: { width: 1024, height: 768 }, firstAbove: 0.35 },
  { size: { width: 360, height: 740 }, firstAbove: 0.5 },
] as const

/** The height that tools and headings may take from the rows of a list, in px. */
const MOST_ABOVE_ROWS = 130
/** The page's header, which stays above sticky elements, in px. */
const HEADER = 80

/** From the top of the search to the first row, card or batch, in px. */
const aboveRows = (who: Visitor, name: string) =>
  who.page.evaluate((list) => {
    const search = document.querySelector('input[type=search]')?.getBoundingClientRect().top ?? Number.NaN
    const first = document.querySelector(`table[aria-label="${list}"] tbody tr, ul[aria-label="${list}"] > li`)
    return (first?.getBoundingClientRect().top ?? Number.NaN) - search
  }, name)

/** The elements that are too wide: the page, the list, or a frame that would hide a part of it. */
const cutOff = (who: Visitor, name: string) =>
  who.page.evaluate((list) => {
    const wide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    const table = document.querySelector(`[aria-label="${list}"]:is(table, ul)`)
    const around: Element[] = []
    for (let one = table; one !== null; one = one.parentElement) around.push(one)
    const inner = [...(table?.querySelectorAll('tr:first-child > *, li:first-child') ?? [])]
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > document.documentElement.clientWidth
    return [...around, ...inner].filter((element) => wide(element) || isBeyond(element)).map(({ tagName }) => tagName)
  }, name)

/** The records of a list as drawn: the top of the first as a share of the window, each height, and how many are in sight. */
const records = (who: Visitor, name: string) =>
  who.page.evaluate((list) => {
    const rows = document.querySelectorAll(
      `table[aria-label="${list}"] tbody tr:has(button), ul[aria-label="${list}"] > li:has(button)`,
    )
    const boxes = [...rows].map((row) => row.getBoundingClientRect())
    // A bar at the foot of the window lies over the rows below it.
    const isInSight = ({ left, bottom }: DOMRect, index: number) =>
      bottom <= innerHeight && rows[index]?.contains(document.elementFromPoint(left + 1, bottom - 2)) === true
    return {
      firstAt: (boxes[0]?.top ?? Number.NaN) / innerHeight,
      lowest: Math.min(...boxes.map(({ height }) => height)),
      highest: Math.max(...boxes.map(({ height }) => height)),
      inSight: boxes.filter(isInSight).length,
    }
  }, name)

/** `onDesk` is the number of records in sight at 1440 × 900, below the heads of batches where there are any. */
const LISTS = [
  {
    as: 'nurse',
    name: 'Participants',
    path: `/trials/${CEDAR}/participants?page_size=25`,
    act: /^Flag: participant/,
    onDesk: 14,
  },
  { as: 'pharmacist', name: 'Study packs', path: `/trials/${CEDAR}/study-packs`, act: /^Actions: pack/, onDesk: 12 },
] as const

test.for(LISTS)(
  '$name: rows begin early, are as high as a finger or a mouse needs, and no column is cut',
  async ({ as, name, path, act, onDesk }, { arrive }) => {
    const who = await arrive({ as })
    await who.opens(path)
    for (const size of SIZES) {
      await who.page.setViewportSize(size)
      const list = who.finds(size.width < 768 ? 'list' : 'table', name)
      await list.waitFor()
      await who.finds('button', act).first().waitFor()
      await expect
        .poll(() => aboveRows(who, name), { message: `${size.width} px` })
        .toBeLessThanOrEqual(MOST_ABOVE_ROWS)
      await expect.poll(() => cutOff(who, name), { message: `${size.width} px` }).toEqual([])
    }
    const { lowest, highest, inSight } = await records(who, name)
    expect(lowest).toBeGreaterThanOrEqual(36)
    expect(highest).toBeLessThanOrEqual(40)
    expect(inSight).toBeGreaterThanOrEqual(onDesk)
    const beginsEarly = async ({ size, firstAbove }: (typeof HELD)[number], message: string) => {
      await who.page.setViewportSize(size)
      await who.finds(size.width < 768 ? 'list' : 'table', name).waitFor()
      // The columns of another width are drawn a moment later.
      await expect.poll(() => cutOff(who, name), { message }).toEqual([])
      await expect.poll(async () => (await records(who, name)).firstAt, { message }).toBeLessThan(firstAbove)
    }
    for (const held of HELD) await beginsEarly(held, `${held.size.width} px, mouse`)
    await withFinger(who.page, async () => {
      for (const held of HELD)
        for (const colorScheme of ['light', 'dark'] as const) {
          await who.page.emulateMedia({ colorScheme })
          const message = `${held.size.width} px, finger, ${colorScheme}`
          await beginsEarly(held, message)
          await expect.poll(async () => (await records(who, name)).lowest, { message }).toBeGreaterThanOrEqual(48)
        }
    })
  },
)

test('where stock is low, the first pack begins as early', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${CEDAR}/study-packs`)
  await withFinger(administrator.page, async () => {
    for (const { size, firstAbove } of HELD) {
      await administrator.page.setViewportSize(size)
      const message = `${size.width} px`
      await administrator.finds('button', LOW_STOCK).waitFor()
      await expect.poll(() => cutOff(administrator, 'Study packs'), { message }).toEqual([])
      await expect
        .poll(async () => (await records(administrator, 'Study packs')).firstAt, { message })
        .toBeLessThan(firstAbove)
    }
  })
  await administrator.presses(LOW_STOCK)
  await administrator.presses('Show the packs at Ashdown Surgery')
  await expect.poll(() => administrator.page.url()).toContain('site_id=')
})

test('the head and the batch of the packs stay below the header of the page', async ({ arrive }) => {
  const pharmacist = await arrive({ as: 'pharmacist', viewport: { width: 768, height: 1024 } })
  await pharmacist.opens(`/trials/${CEDAR}/study-packs`)
  await pharmacist.finds('table', 'Study packs').waitFor()
  await pharmacist.page.evaluate(
    (top) => document.documentElement.style.setProperty('--eq-sticky-top', `${top}px`),
    HEADER,
  )
  await pharmacist.page.evaluate(() => scrollTo(0, 3000))
  const tops = () =>
    pharmacist.page.evaluate(() => {
      const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top
      const height = document.querySelector('table thead')?.getBoundingClientRect().height ?? 0
      return { head: topOf('table thead'), batch: (topOf('tbody th') ?? 0) - height }
    })
  await expect.poll(tops).toEqual({ head: HEADER, batch: HEADER })
  // The page scrolls, not the list.
  expect(await pharmacist.page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true)
})

/** The size of the area, in px, in which a link in a row can be pressed. */
const areaOf = (who: Visitor, selector: string) =>
  who.page
    .locator(selector)
    .first()
    .evaluate((link) => {
      link.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = link.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const reach = (dx: number, dy: number) => {
        let distance = 0
        while (distance < 60 && link.contains(document.elementFromPoint(x + dx * distance, y + dy * distance)))
          distance += 0.5
        return distance
      }
      return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) }
    })

test('the participant of a pack can be pressed on 24 px, by a mouse and by a finger', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${CEDAR}/study-packs?status=allocated`)
  const link = `table[aria-label="Study packs"] a[href^="/trials/${CEDAR}/participants/"]`
  const pack = 'table[aria-label="Study packs"] td a[aria-label^="Pack "]'
  const isLargeEnough = async (message: string) => {
    for (const size of SIZES.slice(1)) {
      await administrator.page.setViewportSize(size)
      await administrator.page.locator(link).first().waitFor()
      const { width, height } = await areaOf(administrator, link)
      expect(Math.min(width, height), `${size.width} px, ${message}`).toBeGreaterThanOrEqual(24)
      expect((await areaOf(administrator, pack)).height).toBeGreaterThanOrEqual(14)
    }
  }
  await isLargeEnough('mouse')
  await withFinger(administrator.page, () => isLargeEnough('finger'))
})

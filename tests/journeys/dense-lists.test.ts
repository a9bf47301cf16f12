import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/*
 * The lists of participants and packs leave most of the screen to their rows, cut off no column, and keep their
 * headings in sight.
 */

const test = journeys('sample')

const CEDAR = 5
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
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

const LISTS = [
  { as: 'nurse', name: 'Participants', path: `/trials/${CEDAR}/participants`, act: /^Flag: participant/ },
  { as: 'pharmacist', name: 'Study packs', path: `/trials/${CEDAR}/study-packs`, act: /^Actions: pack/ },
] as const

test.for(LISTS)('$name: rows begin early, and no column is cut', async ({ as, name, path, act }, { arrive }) => {
  const who = await arrive({ as })
  await who.opens(path)
  for (const size of SIZES) {
    await who.page.setViewportSize(size)
    const list = who.finds(size.width < 768 ? 'list' : 'table', name)
    await list.waitFor()
    await who.finds('button', act).first().waitFor()
    await expect.poll(() => aboveRows(who, name), { message: `${size.width} px` }).toBeLessThanOrEqual(MOST_ABOVE_ROWS)
    expect(await cutOff(who, name), `${size.width} px`).toEqual([])
  }
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

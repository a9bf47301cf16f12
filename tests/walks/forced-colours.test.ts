import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/*
 * In forced colours a browser drops backgrounds and shadows. Selection, focus, messages and measures stay
 * distinguishable.
 */

const test = journeys('sample')
const CEDAR = 5
const TABLET = { width: 768, height: 1024 }

const opens = async (who: Visitor, path: string) => {
  await who.page.emulateMedia({ forcedColors: 'active' })
  await who.opens(path)
  await who.page.locator('main h1').first().waitFor()
  await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
}

type Look = { border: string; background: string }

const looksOf = (who: Visitor, selector: string): Promise<Look[]> =>
  who.page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { borderBlockEndWidth, borderBlockEndStyle, borderBlockEndColor, backgroundColor } =
          getComputedStyle(element)
        return {
          border: borderBlockEndStyle === 'none' ? 'none' : `${borderBlockEndWidth} ${borderBlockEndColor}`,
          background: backgroundColor,
        }
      }),
  )

/** The name of the focused element, and whether a ring is drawn round it or round its wrapper. */
const nextFocus = (who: Visitor) =>
  who.page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const round = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one != null)
    const isRinged = round.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: `${element.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`, isRinged }
  })

test.for([
  '/',
  `/trials/${CEDAR}/participants`,
  `/trials/${CEDAR}/study-packs/dispense`,
  `/trials/${CEDAR}/participants/new`,
])('every focused element has a ring: %s', async (path, { arrive }) => {
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await opens(pharmacist, path)
  const ringless: string[] = []
  let stops = 0
  for (let press = 0; press < 24; press += 1) {
    await pharmacist.page.keyboard.press('Tab')
    const focus = await nextFocus(pharmacist)
    if (focus === null) continue
    stops += 1
    if (!focus.isRinged) ringless.push(focus.name)
  }
  expect(stops).toBeGreaterThan(10)
  expect(ringless).toEqual([])
})

test('the chosen tab is underlined, and no other', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse', viewport: { width: 1440, height: 900 } })
  await opens(nurse, `/trials/${CEDAR}/participants`)
  const [chosen] = await looksOf(nurse, 'nav[aria-label="Trial"] a[aria-current="page"]')
  const others = await looksOf(nurse, 'nav[aria-label="Trial"] a:not([aria-current])')
  expect(chosen?.border).toMatch(/^3px /)
  expect(others.length).toBeGreaterThan(0)
  expect(others.every(({ border }) => border === 'none' || border.startsWith('0px'))).toBe(true)
})

test('a status, the connection and a notice keep their edge', async ({ arrive }) => {
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  for (const [path, selector] of [
    [`/trials/${CEDAR}/study-packs`, '.mantine-Badge-root'],
    ['/', '.mantine-Badge-root'],
    ['/', '.mantine-Alert-root'],
  ] as const) {
    await opens(pharmacist, path)
    await pharmacist.page.locator(selector).first().waitFor()
    const looks = await looksOf(pharmacist, selector)
    expect(looks.filter(({ border }) => !/^[1-9]/.test(border))).toEqual([])
  }
})

test('a bar has another colour than its background, and its mark stands out from both', async ({ arrive }) => {
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await opens(pharmacist, '/')
  const stock = pharmacist.finds('table', 'Stock')
  await stock.waitFor()
  const colours = await stock
    .locator('[aria-hidden="true"]:has(> span)')
    .first()
    .evaluate((bar) => [bar, ...bar.children].map((element) => getComputedStyle(element).backgroundColor))
  expect(new Set(colours).size).toBe(3)

  await opens(pharmacist, `/trials/${CEDAR}`)
  await pharmacist.seesHeading('By site')
  const [page] = await looksOf(pharmacist, 'body')
  const bars = await pharmacist.page
    .locator('main [class*="bar" i]')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => getComputedStyle(element).backgroundColor),
    )
  expect(bars.some((colour) => colour !== page?.background && colour !== 'rgba(0, 0, 0, 0)')).toBe(true)
})

test('the choice in a group of choices and in a list of pages stands out', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  await opens(administrator, `/trials/${CEDAR}`)
  await administrator.finds('radiogroup', 'Study packs: view').waitFor()
  const labels = await administrator
    .finds('radiogroup', 'Study packs: view')
    .locator('label')
    .evaluateAll((elements) =>
      elements.map((element) => ({
        isChosen: element.hasAttribute('data-active'),
        background: getComputedStyle(element).backgroundColor,
      })),
    )
  const chosen = labels.find(({ isChosen }) => isChosen)?.background
  expect(labels.filter(({ background }) => background === chosen)).toHaveLength(1)

  await opens(administrator, `/trials/${CEDAR}/participants`)
  const pages = administrator.page.locator('.mantine-Pagination-control')
  await pages.first().waitFor()
  const current = await administrator.page
    .locator('.mantine-Pagination-control[data-active]')
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  const others = await administrator.page
    .locator('.mantine-Pagination-control:not([data-active])')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))
  expect(others).not.toContain(current)
})

test('on the desk a bar of recruitment has colours of the system, not of the scheme', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: { width: 1440, height: 900 } })
  await administrator.page.emulateMedia({ colorScheme: 'light' })
  await opens(administrator, '/')
  const bar = administrator.page.locator('[aria-hidden="true"]:has(> div):has(> span)').first()
  await bar.waitFor()
  const colours = await bar.evaluate((element) => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const system = ['CanvasText', 'Highlight'].map((colour) => {
      probe.style.cssText = `background: ${colour}; forced-color-adjust: none`
      return getComputedStyle(probe).backgroundColor
    })
    probe.remove()
    return { shown: [...element.children].map((part) => getComputedStyle(part).backgroundColor), system }
  })
  expect(colours.shown).toEqual(colours.system)
})

import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isFull } from './full'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Widths that every page works at, in px: phone, tablet, small and large desktop. */
const WIDTHS = [360, 768, 1024, 1440] as const
/** What axe looks at in each scheme: everything in one, and in the other what the colours alone can spoil. */
const LIGHT = { colorScheme: 'light', runOnly: null } as const
const DARK = { colorScheme: 'dark', runOnly: ['color-contrast', 'link-in-text-block'] } as const
const SCHEMES = [LIGHT, DARK]
/** At these one sees both forms of each page; each in one scheme is enough unless all is looked at. */
const LOOKED_AT_CLOSELY = new Map<number, typeof LIGHT | typeof DARK>([
  [360, LIGHT],
  [1024, DARK],
])
/** The least size of what is pressed, in px. */
const MIN_TARGET = 44

/**
 * What is wrong with a page, in both schemes and at each width: what axe finds, what scrolls sideways, what is too small to be
 * pressed with a finger. Each fault once, with where it shows. `bringBack` opens again what another width closes, such as a menu.
 */
export const pageFaults = async (
  page: Page,
  isAllLookedAt = isFull,
  bringBack?: () => Promise<unknown>,
): Promise<string[]> => {
  const faults = new Map<string, string[]>()
  const note = (faultsFound: readonly string[], where: string) => {
    for (const fault of faultsFound) faults.set(fault, [...(faults.get(fault) ?? []), where])
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    await bringBack?.()
    await settled(page)
    note(await overflow(page), `${width} px`)
    const scheme = LOOKED_AT_CLOSELY.get(width)
    if (!scheme) continue
    note(await withFinger(page, smallTargets), `${width} px`)
    for (const { colorScheme, runOnly } of isAllLookedAt ? SCHEMES : [scheme]) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      note(await axeFaults(page, runOnly), `${width} px ${colorScheme}`)
    }
  }
  return [...faults].map(([fault, where]) => `${fault} [${where.join(', ')}]`)
}

/** Two frames later React and the browser have begun what a new size or scheme asks for; then what moves comes to rest. */
const settled = async (page: Page) => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/** What axe finds on a page as it is, by these rules, or by all of them. */
export const axeFaults = async (page: Page, rules: readonly string[] | null): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`))
}

const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} px wide`] : []
  })

/** Looks at a page as a screen shows it that is pressed with a finger: with a mouse, rows and buttons are lower. */
const withFinger = async (page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await settled(page)
  const faults = await look(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devTools.detach()
  await settled(page)
  return faults
}

/** Everything that is pressed, save links within a sentence (WCAG 2.5.8): where a finger beside its middle misses it. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const labelsOf = (element: Element) => (element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [])
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    /** What is open for a moment lies over what it does not belong to. */
    const isAfloat = (hit: Element | null) => hit?.closest('[role=menu], [role=listbox]') != null
    /** How many px it can be pressed from its middle on in a direction; none where something lies over it. */
    const reach = (element: Element, dx: number, dy: number): number => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const own = [element, ...labelsOf(element)]
      const hits = (distance: number) => {
        const hit = document.elementFromPoint(left + width / 2 + dx * distance, top + height / 2 + dy * distance)
        return own.some((one) => one.contains(hit)) || (distance > 0 && isAfloat(hit))
      }
      let reached = 0
      while (reached <= least && hits(reached)) reached += 1
      return reached
    }
    const isTooSmall = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      if (width >= least && height >= least) return false
      element.scrollIntoView({ block: 'center', inline: 'center' })
      if (!isOutOfReach(element)) return false
      // What sticks at the top may cover part of it until the page is scrolled back.
      const { scrollY: before } = globalThis
      scrollTo(0, 0)
      const isSmall = element.getBoundingClientRect().bottom > innerHeight || isOutOfReach(element)
      scrollTo(0, before)
      return isSmall
    }
    const isOutOfReach = (element: Element) => {
      const [left, right, up, down] = [
        reach(element, -1, 0),
        reach(element, 1, 0),
        reach(element, 0, -1),
        reach(element, 0, 1),
      ]
      const isCovered = left === 0
      return !isCovered && (left + right < least || up + down < least)
    }
    const pressed = 'button, select, textarea, summary, input:not([type=hidden]), a[href], [role=button], [role=radio]'
    return [...document.querySelectorAll(pressed)]
      .flatMap((element) => (isSeen(element) ? [element] : labelsOf(element).filter(isSeen)))
      .filter((element) => !isInSentence(element) && isTooSmall(element))
      .map((element) => {
        const name =
          element.getAttribute('aria-label') ?? [element, ...labelsOf(element)].map((one) => one.textContent).join('')
        return `too small for a finger: ${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}”`
      })
  }, MIN_TARGET)

import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { AXE, AXE_PATH } from './axe'
import { isFull } from './full'

/** The widths at which every page must work, in px: phone, tablet, small and large desktop. */
const WIDTHS = [360, 768, 1024, 1440] as const
/** The rules of axe in each scheme: all in light, and in dark only those that colours can break. */
const LIGHT = { colorScheme: 'light', runOnly: null } as const
const DARK = { colorScheme: 'dark', runOnly: ['color-contrast', 'link-in-text-block'] } as const
const SCHEMES = [LIGHT, DARK]
/** These widths show both layouts of each page. One scheme at each is enough, except in a full run. */
const LOOKED_AT_CLOSELY = new Map<number, typeof LIGHT | typeof DARK>([
  [360, LIGHT],
  [1024, DARK],
])
/** The minimum size of a target, in px. */
const MIN_TARGET = 44

/**
 * The faults of a page, in both schemes and at each width: findings of axe, sideways scrolling, and targets too small
 * for a finger. Each fault once, with its place. `bringBack` opens again what another width closes, such as a menu.
 */
export const pageFaults = async (
  page: Page,
  isAllLookedAt = isFull,
  bringBack?: () => Promise<unknown>,
): Promise<string[]> => {
  const faults = new Map<string, string[]>()
  const note = (faultsFound: readonly string[], place: string) => {
    for (const fault of faultsFound) faults.set(fault, [...(faults.get(fault) ?? []), place])
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    if (bringBack) await bringBack().then(() => settled(page))
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
  return [...faults].map(([fault, place]) => `${fault} [${place.join(', ')}]`)
}

/** After two frames React and the browser have begun to apply a new size or scheme; then all animations must end. */
const settled = async (page: Page) => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/**
 * Loads axe where it is missing: as a file of the portal's address where the page may load one, since it takes twice
 * as long to pass half a megabyte in. A page with a service worker may be offline.
 */
const loadAxe = async (page: Page) => {
  const { isLoaded, mayLoad } = await page.evaluate(() => ({
    isLoaded: 'axe' in globalThis,
    mayLoad: document.querySelector('link[rel=modulepreload]') !== null && !('serviceWorker' in navigator),
  }))
  if (isLoaded) return
  if (mayLoad) await page.addScriptTag({ url: AXE_PATH })
  else await page.evaluate(AXE)
}

/** The findings of axe on the present page, by these rules or by all. */
export const axeFaults = async (page: Page, rules: readonly string[] | null): Promise<string[]> => {
  await loadAxe(page)
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

/** Looks at a page with touch input: with a mouse, rows and buttons are lower. */
export const withFinger = async <Seen>(page: Page, look: (page: Page) => Promise<Seen>): Promise<Seen> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await settled(page)
  const seen = await look(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devTools.detach()
  await settled(page)
  return seen
}

/** Every target that a finger beside its middle would miss, except links within a sentence (WCAG 2.5.8). */
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
    /** An open menu or list may cover other targets for a moment. */
    const isAfloat = (hit: Element | null) => hit?.closest('[role=menu], [role=listbox]') != null
    /** The distance in px from its middle within which it can be pressed, in a direction; none where it is covered. */
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
      // A sticky element may cover part of it until the page is scrolled back.
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

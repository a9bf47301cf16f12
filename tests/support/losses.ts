import type { Page } from 'playwright-core'

/** The losses of a page at its present size: parts beside the screen, and text that is cut off. Each fault once. */
export const lossesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const faults = root.scrollWidth > root.clientWidth ? [`scrolls sideways: ${root.scrollWidth} px wide`] : []
    const isClipped = (style: CSSStyleDeclaration) => ['hidden', 'clip'].includes(style.overflowX)
    /** Larger than an element for screen readers alone. */
    const isDrawn = ({ width, height }: DOMRect) => width > 4 && height > 4
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      isDrawn(element.getBoundingClientRect())
    const ancestors = (element: Element): Element[] =>
      element.parentElement === null || element.parentElement === document.body
        ? []
        : [element.parentElement, ...ancestors(element.parentElement)]
    const scrollsItself = (element: Element) => {
      const { overflowX } = getComputedStyle(element)
      return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const hides = (ancestor: Element, { left, right }: DOMRect) => {
      const box = ancestor.getBoundingClientRect()
      return isClipped(getComputedStyle(ancestor)) && (right > box.right + 2 || left < box.left - 2)
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element) || !(hasText(element) || element.matches('button, a, input, select, textarea'))) continue
      const box = element.getBoundingClientRect()
      const around = ancestors(element)
      if (around.some(scrollsItself) || around.some((one) => !isDrawn(one.getBoundingClientRect()))) continue
      const name = `${element.tagName.toLowerCase()} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
      if (box.right > innerWidth + 1 && getComputedStyle(element).position !== 'fixed')
        faults.push(`beside the screen: ${name}`)
      else if (around.some((one) => hides(one, box))) faults.push(`cut: ${name}`)
      else if (
        hasText(element) &&
        isClipped(getComputedStyle(element)) &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`cut: ${name}`)
    }
    return [...new Set(faults)]
  })

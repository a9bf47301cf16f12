import { PuppeteerNode } from 'puppeteer-core'
import type { Role } from './tablet'

/** What has a role here; every other role is said by the element itself. */
const ELEMENTS: Partial<Record<Role, string>> = {
  button: 'button:not([role])',
  link: 'a[href]:not([role])',
  table: 'table:not([role])',
}

/**
 * A selector of what a person sees under a role and a name. Firefox itself knows them too, but takes seconds to work out the names of a
 * whole page. Chromium is asked by its own knowledge of them.
 */
export const named = (role: Role, name: string): string => {
  const elements = [ELEMENTS[role], `[role="${role}"]`].filter((one) => one !== undefined).join()
  const encoded = JSON.stringify({ elements, name })
  return `::-p-named(${Buffer.from(encoded).toString('hex')})`
}

/** Runs on the page. Nobody sees white space, so that none is compared. */
const namedThings = (within: Node, encoded: string): Element[] => {
  const bytes = Uint8Array.from(encoded.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const { elements, name } = JSON.parse(new TextDecoder().decode(bytes))
  const bare = (text: string | null | undefined) => text?.replaceAll(/\s+/g, '') ?? ''
  const nameOf = (element: Element): string => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (labels.length > 0) return bare(labels.map((id) => document.getElementById(id)?.textContent).join(''))
    const content = element instanceof HTMLTableElement ? element.caption : element
    return bare(element.getAttribute('aria-label') ?? content?.textContent)
  }
  const root = within instanceof Element ? within : document
  return [...root.querySelectorAll(elements)].filter(
    (element) =>
      nameOf(element) === bare(name) &&
      element.closest('[aria-hidden=true], [inert]') === null &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}

PuppeteerNode.registerCustomQueryHandler('named', { queryAll: namedThings })

import type { Role } from './tablet'

/*
 * Functions that run on a page, so that every browser is tested in the same way. They are sent there as text, so each
 * must be self-contained.
 */

/**
 * The point where a finger would press an element. The element must not have moved between two frames, and nothing may
 * cover it, such as a dialog that is closing. Null until then.
 */
export const placeAtRest = async (element: Element): Promise<{ x: number; y: number } | null> => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const { left, top, right, bottom } = element.getBoundingClientRect()
  // A press on the very edge of the window reaches nothing.
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  await nextFrame()
  const before = middle()
  await nextFrame()
  const place = middle()
  const isAtRest = before.x === place.x && before.y === place.y
  const isUncovered = element.contains(document.elementFromPoint(place.x, place.y))
  return isAtRest && isUncovered && !element.matches(':disabled') ? place : null
}

/** Whether a field can be written into. It then gets the focus, and its text is selected, to be replaced. */
export const takesText = (element: Element): boolean => {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false
  if (element.disabled || element.readOnly || !element.checkVisibility({ visibilityProperty: true })) return false
  element.focus()
  element.select()
  return document.activeElement === element
}

export const textIn = (element: Element): string | null =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null

/** Elements with an implicit role; every other role is an attribute. */
const ELEMENTS: Partial<Record<Role, string>> = {
  button: 'button:not([role])',
  link: 'a[href]:not([role])',
  table: 'table:not([role])',
}

/** A role and a name in hexadecimal digits, which any selector accepts. */
export const encodedName = (role: Role, name: string): string => {
  const elements = [ELEMENTS[role], `[role="${role}"]`].filter((one) => one !== undefined).join()
  return Buffer.from(JSON.stringify({ elements, name })).toString('hex')
}

/** The elements with a role and name, as `encodedName` gives them. White space is ignored, as it is invisible. */
export const namedThings = (within: Node, encoded: string): Element[] => {
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

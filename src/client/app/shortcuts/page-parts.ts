/*
 * Parts of the present page by their role: a search, the pages of a list. A shortcut presses them, so that it can do
 * nothing that the page does not offer.
 */

const MAIN = '#main'

/** Moves the focus to the search of the list on this page. */
export const focusSearch = (): void => document.querySelector<HTMLElement>(`${MAIN} input[type="search"]`)?.focus()

/** Turns to the page before or after the present one of the list on this page. */
export const turnPage = (by: 1 | -1): void => {
  const present = document.querySelector<HTMLElement>(`${MAIN} nav [aria-current="page"]`)
  const label = present?.getAttribute('aria-label') ?? ''
  const page = Number(/^Page (\d+)$/.exec(label)?.[1])
  if (Number.isNaN(page)) return
  document.querySelector<HTMLElement>(`${MAIN} nav [aria-label="Page ${page + by}"]`)?.click()
}

/** Presses the button that sends the form in which the focus is; a form without one, or one that waits, sends nothing. */
export const sendForm = (): void => {
  const form = document.activeElement?.closest('form')
  form?.querySelector<HTMLElement>('button[type="submit"]')?.click()
}

/** Whether single keys go to something on the page: a field, a menu, a dialog. */
export const isKeyTaken = (target: EventTarget | null): boolean => {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="listbox"]') !== null
  )
}

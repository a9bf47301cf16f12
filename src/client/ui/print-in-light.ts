const SCHEME = 'data-mantine-color-scheme'

/**
 * Prints pages in the light scheme, whichever the screen uses: browsers leave backgrounds off paper, and bright text could not
 * be read.
 */
export const printInLight = (page: Window): void => {
  const root = page.document.documentElement
  let readIn: string | null = null
  const begin = () => {
    readIn ??= root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  }
  const end = () => {
    if (readIn !== null) root.setAttribute(SCHEME, readIn)
    readIn = null
  }
  page.addEventListener('beforeprint', begin)
  page.addEventListener('afterprint', end)
  // A preview beside the page fires only this event.
  page.matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()))
}

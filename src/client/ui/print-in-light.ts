const SCHEME = 'data-mantine-color-scheme'

/**
 * Prints pages in the light scheme, whichever they are read in: paper is white, grounds are left off it, and what is bright on a dark
 * screen could not be read there.
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
  // A preview that stays open beside the page tells of itself by this alone.
  page.matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()))
}

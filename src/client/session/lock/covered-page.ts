import { setNeutralTitle } from '../../ui/document-title'

/** The style in `index.html` hides what is beside the cover. */
const MARK = 'data-covered'

/** Whether the page is covered, so that nothing of it is seen, read out, focused or printed. */
export const isCovered = ({ body }: Document): boolean => body.hasAttribute(MARK)

/**
 * Covers the page with `cover`, beside everything else in the body, also dialogs and toasts that appear later. Returns a
 * function that uncovers it with its scroll position and focus.
 */
export const coverPage = (page: Document, cover: HTMLElement): (() => void) => {
  const focused = page.activeElement
  const scrolled = page.defaultView?.scrollY ?? 0
  page.body.append(cover)
  page.body.setAttribute(MARK, '')
  setNeutralTitle(true)
  return () => {
    page.body.removeAttribute(MARK)
    cover.remove()
    setNeutralTitle(false)
    page.defaultView?.scrollTo({ top: scrolled, behavior: 'instant' })
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

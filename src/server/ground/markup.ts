import type { html } from 'hono/html'

/** A piece of a page. What is put into one is escaped, unless it is such a piece itself. */
export type Markup = ReturnType<typeof html>

/** A whole page as text. Nothing that is put into our pages is a promise, so there is nothing to wait for. */
export const markupText = (markup: Markup): string => {
  if (markup instanceof Promise) throw new Error('A page has a part that is not there yet')
  return String(markup)
}

import type { html } from 'hono/html'

/** A piece of a page. Values put into one are escaped, unless they are such pieces themselves. */
export type Markup = ReturnType<typeof html>

/** A whole page as text. No value in our pages is a promise, so nothing has to be awaited. */
export const markupText = (markup: Markup): string => {
  if (markup instanceof Promise) throw new Error('A page has a part that is not there yet')
  return String(markup)
}

import { screen, within } from '@testing-library/react'

/** The text of a table, line by line: its headings, then its rows, with a bar between cells. */
export const shownTable = async (name: string): Promise<string[]> => {
  const table = await screen.findByRole('table', { name })
  await within(table).findAllByRole('cell')
  return [...table.querySelectorAll('tr:not([aria-hidden])')].map((row) => [...row.children].map(wordsOf).join(' | '))
}

/** The text of an element, with spaces between its parts. */
export const wordsOf = (element: Element): string => spaced(element).replaceAll(/\s+/g, ' ').trim()

const spaced = (node: Node): string => {
  if (node instanceof Text) return node.data
  const inner = [...node.childNodes].map(spaced).join('')
  return node instanceof HTMLElement && APART.has(node.tagName) ? ` ${inner} ` : inner
}

/** Elements that a reader sees apart from their neighbours. */
const APART = new Set(['DIV', 'P', 'LI', 'BUTTON', 'DT', 'DD', 'LABEL'])

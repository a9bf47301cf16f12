import type { KeyboardEvent } from 'react'

/** Arrow keys in the rows of a table: up and down lead to the next row, Home and End to the first and the last. */
export const moveInRows = (event: KeyboardEvent<HTMLTableSectionElement>) => {
  const step = isForRows(event) ? STEPS[event.key] : undefined
  if (step === undefined || !(event.target instanceof Element)) return
  const present = event.target.closest('tr')
  const places = [...event.currentTarget.querySelectorAll('tr')].flatMap((row) => {
    const place = placeIn(row)
    return place === null ? [] : [{ row, place }]
  })
  const at = places.findIndex(({ row }) => row === present)
  if (at < 0) return
  // The page would scroll.
  event.preventDefault()
  places[Math.min(Math.max(step(at, places.length - 1), 0), places.length - 1)]?.place.focus()
}

/** Whether a key pressed in a row moves among rows: not in a field or a menu, nor with another key held. */
export const isForRows = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
  event.target instanceof Element &&
  event.target.closest('input, textarea, select, [role="menu"]') === null

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The element that opens a row, or else its first focusable one; null for a row without any. */
export const placeIn = (row: HTMLTableRowElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a[data-opens-row]') ?? row.querySelector<HTMLElement>('a, button')

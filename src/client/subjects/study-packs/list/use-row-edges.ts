import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { isForRows, moveInRows, placeIn } from '../../../ui/row-keys'

type Rows = {
  body: RefObject<HTMLTableSectionElement | null>
  /** The index of the first focusable row and of the last one, drawn or not. */
  first: number
  last: number
  /** Scrolls to a row, which is then drawn. */
  scrollTo: (index: number) => void
}

/**
 * The keys of rows of which only those around the screen are drawn: Home and End lead to the first and the last of all,
 * the others work as in every table.
 */
export const useRowEdges = ({ body, first, last, scrollTo }: Rows) => {
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    const row = body.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${wanted.current}"]`) ?? null
    const place = row && placeIn(row)
    if (place === null) return
    wanted.current = null
    place.focus({ preventScroll: true })
  }
  // The row exists some renderings after the scroll to it.
  useEffect(() => {
    if (wanted.current !== null) focusWanted()
  })
  return (event: KeyboardEvent<HTMLTableSectionElement>) => {
    wanted.current = null
    if ((event.key !== 'Home' && event.key !== 'End') || !isForRows(event)) {
      moveInRows(event)
      return
    }
    // The page would scroll.
    event.preventDefault()
    wanted.current = event.key === 'Home' ? first : last
    scrollTo(wanted.current)
    focusWanted()
  }
}

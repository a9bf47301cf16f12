import { useLayoutEffect, useState, type RefObject } from 'react'

/** The room that the button of the other tabs takes, in px. */
const MORE_PX = 96

type Fitting = {
  count: number
  /** The tab that is always shown. */
  open: number
  /** Whether the button of the other tabs is there in any case. */
  hasMore: boolean
}

/**
 * The places of the tabs that fit into their line, measured whenever the line or a tab changes its width. Every element
 * with `data-tab` in the line is a tab, also a hidden one.
 */
export const useFittingTabs = (line: RefObject<HTMLElement | null>, { count, open, hasMore }: Fitting): Set<number> => {
  const [fitting, setFitting] = useState<string>(() => JSON.stringify(upTo(count)))
  useLayoutEffect(() => {
    const element = line.current
    if (element === null) return undefined
    const measure = () => {
      const tabs = [...element.querySelectorAll<HTMLElement>('[data-tab]')].slice(0, count)
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
      const widths = tabs.map(({ offsetWidth }) => offsetWidth + gap)
      setFitting(JSON.stringify(placesThatFit(widths, element.clientWidth + gap, open, hasMore)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const watched of [element, ...element.querySelectorAll('[data-tab]')]) observer.observe(watched)
    return () => observer.disconnect()
  }, [line, count, open, hasMore])
  return new Set<number>(JSON.parse(fitting))
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place)

/** The first tabs that fit beside the open one and the button of the others; all without a layout. */
export const placesThatFit = (widths: readonly number[], room: number, open: number, hasMore: boolean): number[] => {
  const all = widths.reduce((sum, width) => sum + width, 0)
  if (room <= 0 || all === 0 || all + (hasMore ? MORE_PX : 0) <= room) return upTo(widths.length)
  let left = room - MORE_PX - (widths[open] ?? 0)
  const places: number[] = []
  for (const [place, width] of widths.entries()) {
    if (place === open) places.push(place)
    else if (width <= left) {
      left -= width
      places.push(place)
    } else left = 0
  }
  return places
}

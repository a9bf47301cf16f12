import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

/**
 * The height of a row, in px, once the browser reports its layout; until then the last known or estimated one.
 * Measuring a new row would force a layout of the whole page.
 */
export const measuredWhenLaidOut = <Row extends Element>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<Window, Row>,
): number => {
  if (entry !== undefined) return measureElement(row, entry, virtual)
  const index = virtual.indexFromElement(row)
  const { getItemKey, estimateSize } = virtual.options
  return virtual.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index)
}

import { measureElement, type Virtualizer } from '@tanstack/react-virtual'

/**
 * The height of a row, in px, once the browser tells that it has laid it out; until then the one that was last known or is thought.
 * To ask a row that has just been put there would have the whole page laid out on the spot.
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

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { PackCard } from './pack-card'
import classes from './pack-cards.module.css'
import type { PackListProps } from './pack-list-props'
import { measuredWhenLaidOut } from './measured-when-laid-out'
import { rowKey } from './pack-rows'
import { PrintedInPart } from './printed-in-part'
import { useDistanceFromTop } from './use-distance-from-top'
import { useIsDrawn } from './use-is-drawn'
import { MOST_PRINTED, useIsPrinting } from './use-is-printing'

/** A card's height until it is measured, in px. */
const CARD_HEIGHT = 104
const BATCH_HEIGHT = 44
/** Cards drawn beyond each edge of the screen; at first none, so that the visible ones appear sooner. */
const OVERSCAN = 6

/** Packs as cards, for a screen too narrow for a table; the page itself scrolls. */
export function PackCards(props: PackListProps) {
  const { rows, ticked } = props
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useDistanceFromTop(list)
  const isDrawn = useIsDrawn()
  const isPrinting = useIsPrinting()
  // oxlint-disable-next-line react/incompatible-library -- its results are not used after the render.
  const virtual = useWindowVirtualizer<Element>({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'batch' ? BATCH_HEIGHT : CARD_HEIGHT),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: isPrinting ? MOST_PRINTED : isDrawn ? OVERSCAN : 0,
    scrollMargin,
    measureElement: measuredWhenLaidOut,
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const paddingTop = (shown[0]?.start ?? scrollMargin) - scrollMargin
  const paddingBottom = virtual.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <>
      <ul
        ref={list}
        className={`plain-list ${classes['list']}`}
        aria-label="Study packs"
        style={{ paddingTop, paddingBottom }}
      >
        {shown.map(({ index, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <PackCard
              key={String(key)}
              row={row}
              index={index}
              all={rows.length}
              measure={virtual.measureElement}
              isTicked={ticked === null || row.kind === 'batch' ? null : ticked.has(row.pack.id)}
              offered={props.offered}
              columns={props.columns}
              onTick={props.onTick}
              onChoose={props.onChoose}
            />
          )
        })}
      </ul>
      <PrintedInPart drawn={shown.length} rows={rows.length} />
    </>
  )
}

import { Box, Table } from '@mantine/core'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useRef, useState } from 'react'
import { measuredWhenLaidOut } from './measured-when-laid-out'
import type { PackListProps } from './pack-list-props'
import { rowKey } from './pack-rows'
import classes from './pack-table.module.css'
import { columnClass, PackTableRow } from './pack-table-row'

/** How the router finds the frame again, so that Back comes to the place one left. */
const FRAME = 'study-packs'

/** A row's height until it is measured, in px. */
const ROW_HEIGHT = 57
const BATCH_HEIGHT = 37
/** Rows drawn beyond each edge of the frame, so that fast scrolling meets no gap; at first none, so that those that are seen come sooner. */
const OVERSCAN = 12

/** Packs as a table that scrolls in its own frame, below a head that stays. */
export function PackTable(props: PackListProps) {
  const { rows, columns, ticked, shownKey } = props
  const frame = useRef<HTMLElement>(null)
  const restored = useElementScrollRestoration({ id: FRAME })
  const isDrawn = useIsDrawn()
  // oxlint-disable-next-line react/incompatible-library -- nothing that it answers is kept beyond a drawing.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.kind === 'batch' ? BATCH_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: isDrawn ? OVERSCAN : 0,
    measureElement: measuredWhenLaidOut,
    initialOffset: restored?.scrollY ?? 0,
    useFlushSync: false,
  })
  useTopOnChange(shownKey, () => virtual.scrollToOffset(0))
  const shown = virtual.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <Box
      component="section"
      ref={frame}
      className={classes['frame']}
      data-scroll-restoration-id={FRAME}
      tabIndex={0}
      aria-label="Study packs: table"
    >
      <Table
        aria-label="Study packs"
        aria-rowcount={rows.length + 1}
        className={classes['table']}
        data-wide={columns.some(({ key }) => key === 'study_group') || undefined}
        stickyHeader
        verticalSpacing={6}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            {ticked !== null && (
              <Table.Th scope="col" className={classes['tick']}>
                Select
              </Table.Th>
            )}
            {columns.map(({ key, header }) => (
              <Table.Th key={key} scope="col" className={columnClass(key)}>
                {header}
              </Table.Th>
            ))}
            {ticked === null && (
              <Table.Th scope="col" className={classes['actions']}>
                Actions
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={above} columns={columns.length + 1} />
          {shown.map(({ index, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <PackTableRow
                key={String(key)}
                row={row}
                index={index}
                measure={virtual.measureElement}
                columns={columns}
                isTicked={ticked === null || row.kind === 'batch' ? null : ticked.has(row.pack.id)}
                permission={props.permission}
                onTick={props.onTick}
                onChoose={props.onChoose}
              />
            )
          })}
          <Gap height={below} columns={columns.length + 1} />
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** The room of the rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden="true">
      <Table.Td colSpan={columns} className={classes['gap']} style={{ height }} />
    </Table.Tr>
  )
}

/** Whether the first drawing is on the screen. */
const useIsDrawn = (): boolean => {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setIsDrawn(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}

/** Goes to the top when another list is shown, but not when the first one appears. */
const useTopOnChange = (shownKey: string, goToTop: () => void): void => {
  const before = useRef(shownKey)
  useEffect(() => {
    if (before.current === shownKey) return
    before.current = shownKey
    goToTop()
  })
}

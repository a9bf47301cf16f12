import { LISTED_PACK_FIELDS, PACK_FIELDS, packField } from '#domain/study-packs/study-pack-fields'
import { Box, Table } from '@mantine/core'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useRef, useState } from 'react'
import { packFieldClass } from '../pack-field'
import { measuredWhenLaidOut } from './measured-when-laid-out'
import type { PackListProps } from './pack-list-props'
import { rowKey } from './pack-rows'
import classes from './pack-table.module.css'
import { PackTableRow } from './pack-table-row'

/** How the router finds the frame again, so that Back comes to the place one left. */
const FRAME = 'study-packs'

/** A row's height until it is measured, in px. */
const ROW_HEIGHT = 57
const BATCH_HEIGHT = 37
/** Rows drawn beyond each edge of the frame, so that fast scrolling meets no gap; at first none, so that those that are seen come sooner. */
const OVERSCAN = 12

/** Packs as a table that scrolls in its own frame, below a head that stays. */
export function PackTable(props: PackListProps) {
  const { rows, showsGroups, ticked, shownKey } = props
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
  const headers: readonly Header[] = [
    ...HEADERS,
    ...(showsGroups ? [{ heading: PACK_FIELDS.study_group.heading, kind: 'text' }] : []),
    ...(ticked === null ? [{ heading: 'Actions', kind: 'acts' }] : []),
  ]
  const columns = headers.length + (ticked === null ? 0 : 1)
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
        data-wide={showsGroups || undefined}
        verticalSpacing={6}
      >
        <Table.Thead className={classes['head']}>
          <Table.Tr aria-rowindex={1}>
            {ticked !== null && (
              <Table.Th scope="col" className={classes['tick']}>
                Select
              </Table.Th>
            )}
            {headers.map(({ heading, kind }) => (
              <Table.Th key={heading} scope="col" className={classes[kind]}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={above} columns={columns} />
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
                trialId={props.trialId}
                permission={props.permission}
                siteTitle={props.siteTitle}
                showsGroups={showsGroups}
                onTick={props.onTick}
                onChoose={props.onChoose}
              />
            )
          })}
          <Gap height={below} columns={columns} />
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** The heading of a column, and what is in it, by which it is styled. */
type Header = { heading: string; kind: string }

const HEADERS: readonly Header[] = [
  { heading: PACK_FIELDS.pack_id.heading, kind: 'id' },
  { heading: PACK_FIELDS.study_pack_status_id.heading, kind: 'status' },
  { heading: PACK_FIELDS.site_id.heading, kind: 'text' },
  ...LISTED_PACK_FIELDS.map((name) => ({ heading: packField(name).heading, kind: packFieldClass(name) })),
]

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

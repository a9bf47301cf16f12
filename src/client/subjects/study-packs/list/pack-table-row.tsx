import { isPackField, packField } from '#domain/study-packs/study-pack-fields'
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { memo, type MouseEvent } from 'react'
import { counted } from '../../../ui/format-number'
import { openRow } from '../../../ui/open-row'
import type { StackedColumn } from '../../../ui/record-column'
import { PackMenu } from '../actions/pack-menu'
import type { PackListProps } from './pack-list-props'
import type { PackRow } from './pack-rows'
import classes from './pack-table.module.css'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** The class of a column, which has its width: the column's own, or that of its kind of field. */
export const columnClass = (key: string): string | undefined =>
  classes[key] ?? (isPackField(key) ? classes[packField(key).kind] : undefined)

type RowProps = Pick<PackListProps, 'offered' | 'onTick' | 'onChoose'> & {
  columns: readonly StackedColumn<PackFromServerOrStore>[]
  row: PackRow
  /** Its index in the whole list, from 0. */
  index: number
  /** Reports the row's height to the list. */
  measure: (element: Element | null) => void
  /** Null in the normal mode. */
  isTicked: boolean | null
}

/**
 * One row of the list, rendered again only when its content changes. Plain cells with the measures of the table's
 * style: a component around each would be most of the cost of a row while scrolling.
 */
export const PackTableRow = memo(function PackTableRow({ row, index, measure, ...props }: RowProps) {
  // The head is the first row of the table.
  const rowProps = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 }
  if (row.kind === 'batch') {
    return (
      <tr {...rowProps} className={classes['line']}>
        <th colSpan={props.columns.length + 1} scope="rowgroup" className={classes['batch']}>
          Batch <span className="identifier">{row.batch_id}</span>{' '}
          <span className={`muted ${classes['count']}`}>{counted(row.count, 'pack')}</span>
        </th>
      </tr>
    )
  }
  const { isTicked, onTick } = props
  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isTicked === null) openRow(event)
    else if (!isOperable(event.target)) onTick(row.pack.id)
  }
  return (
    <tr {...rowProps} className={classes['row']} data-ticked={isTicked || undefined} onClick={press}>
      <PackCells pack={row.pack} {...props} />
    </tr>
  )
})

/** Whether the pressed element is a control that handles the press itself. */
const isOperable = (pressed: EventTarget): boolean =>
  pressed instanceof Element && pressed.closest('a, button, input, label') !== null

type CellsProps = Omit<RowProps, 'row' | 'index' | 'measure'> & { pack: PackFromServerOrStore }

function PackCells({ pack, isTicked, offered, columns, onTick, onChoose }: CellsProps) {
  return (
    <>
      {isTicked !== null && (
        <td>
          <Checkbox
            classNames={{ body: classes['ticked'] ?? '' }}
            label={<VisuallyHidden>{`Select pack ${pack.pack_id}`}</VisuallyHidden>}
            checked={isTicked}
            onChange={() => onTick(pack.id)}
          />
        </td>
      )}
      {columns.map(({ column, below }) => (
        <td key={column.key} className={columnClass(column.key)}>
          {column.cell?.(pack)}
          {below.map(({ key, cell }) => (
            <div key={key} className={classes['second']}>
              {cell?.(pack)}
            </div>
          ))}
        </td>
      ))}
      {isTicked === null && (
        <td className={`${classes['actions']} no-print`}>
          <PackMenu pack={pack} actions={offered(pack)} onChoose={onChoose} />
        </td>
      )}
    </>
  )
}

import { RecordCard } from './record-card'
import { listedColumns } from './record-column'
import classes from './record-list.module.css'
import { RecordTable, type RecordListProps } from './record-table'
import { ROOM_FOR_BROAD_TABLES, useIsWide } from './use-is-wide'

/** Records as a table, or as cards on a narrow screen. A press on a row follows its first link. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useIsWide(props.isBroad ? ROOM_FOR_BROAD_TABLES : undefined)
  const columns = listedColumns(props.columns)
  return isWide ? <RecordTable {...props} columns={columns} /> : <RecordCards {...props} columns={columns} />
}

function RecordCards<Row>({ label, rows, keyOf, columns, renderActions, renderDetail }: RecordListProps<Row>) {
  return (
    <ul className={`plain-list ${classes['cards']}`} aria-label={label}>
      {rows.map((row) => {
        const unfolded = renderDetail?.(row)
        return (
          <li key={keyOf(row)} className={classes['card']} data-unfolded={unfolded ? '' : undefined}>
            <RecordCard columns={columns} row={row} actions={renderActions?.(row)} />
            {unfolded}
          </li>
        )
      })}
    </ul>
  )
}

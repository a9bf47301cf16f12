import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { counted } from '../../../ui/format-number'
import { RecordCard } from '../../../ui/record-card'
import { PackMenu } from '../actions/pack-menu'
import classes from './pack-cards.module.css'
import type { PackListProps } from './pack-list-props'
import type { PackRow } from './pack-rows'

type CardProps = Pick<PackListProps, 'offered' | 'columns' | 'onTick' | 'onChoose'> & {
  row: PackRow
  /** Its place in the whole list, from 0, and the number of rows there. */
  index: number
  all: number
  measure: (element: Element | null) => void
  /** Null in the normal mode. */
  isTicked: boolean | null
}

/** One card of the list, or the heading of a batch. */
export const PackCard = memo(function PackCard({ row, index, all, measure, ...props }: CardProps) {
  const { isTicked, offered, columns, onTick, onChoose } = props
  const place = { ref: measure, 'data-index': index, 'aria-posinset': index + 1, 'aria-setsize': all }
  if (row.kind === 'batch') {
    return (
      <li {...place} className={classes['batch']}>
        Batch <span className="identifier">{row.batch_id}</span>{' '}
        <span className={`muted ${classes['count']}`}>{counted(row.count, 'pack')}</span>
      </li>
    )
  }
  const { pack } = row
  return (
    <li {...place} className={classes['card']} data-ticked={isTicked || undefined}>
      <RecordCard
        columns={columns}
        row={pack}
        title={
          isTicked === null ? undefined : (
            <Checkbox
              label={<span className="identifier">{pack.pack_id}</span>}
              aria-label={`Select pack ${pack.pack_id}`}
              checked={isTicked}
              onChange={() => onTick(pack.id)}
            />
          )
        }
        actions={isTicked === null && <PackMenu pack={pack} actions={offered(pack)} onChoose={onChoose} />}
      />
    </li>
  )
})

import type { StudyPack } from '#contract/study-packs'
import { LISTED_PACK_FIELDS, packField } from '#domain/study-packs/study-pack-fields'
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { memo, type MouseEvent } from 'react'
import { counted } from '../../../ui/format-number'
import { openRow } from '../../../ui/open-row'
import { PackMenu } from '../actions/pack-menu'
import { packFieldClass, packFieldValue } from '../pack-field'
import { PackLink } from '../pack-link'
import { PackStatus } from '../pack-status'
import type { PackListProps } from './pack-list-props'
import type { PackRow } from './pack-rows'
import classes from './pack-table.module.css'

type RowProps = Pick<PackListProps, 'trialId' | 'permission' | 'siteTitle' | 'showsGroups' | 'onTick' | 'onChoose'> & {
  row: PackRow
  /** Its place in the whole list, from 0 on. */
  index: number
  /** Tells the list how high it is. */
  measure: (element: Element | null) => void
  columns: number
  /** Null in the normal mode. */
  isTicked: boolean | null
}

/**
 * One row of the list, drawn again only when something in it changes. Plain cells that take the table's measures from its style: a
 * component around each is most of what a row costs while one scrolls.
 */
export const PackTableRow = memo(function PackTableRow({ row, index, measure, columns, ...props }: RowProps) {
  // The head is the first row of the table.
  const place = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 }
  if (row.kind === 'batch') {
    return (
      <tr {...place} className={classes['line']}>
        <th colSpan={columns} scope="rowgroup" className={classes['batch']}>
          Batch <span className="identifier">{row.batch_id}</span>{' '}
          <span className={classes['count']}>{counted(row.count, 'pack')}</span>
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
    <tr {...place} className={classes['row']} data-ticked={isTicked || undefined} onClick={press}>
      <PackCells pack={row.pack} {...props} />
    </tr>
  )
})

/** Whether a press is taken by what was pressed itself. */
const isOperable = (pressed: EventTarget): boolean =>
  pressed instanceof Element && pressed.closest('a, button, input, label') !== null

type CellsProps = Omit<RowProps, 'row' | 'index' | 'measure' | 'columns'> & { pack: StudyPack }

function PackCells({ pack, isTicked, trialId, permission, siteTitle, showsGroups, onTick, onChoose }: CellsProps) {
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
      <td>
        <PackLink trialId={trialId} pack={pack} />
      </td>
      <td>
        <PackStatus pack={pack} />
      </td>
      <td>{siteTitle(pack.site_id) ?? <span className={classes['none']}>No site</span>}</td>
      {LISTED_PACK_FIELDS.map((name) => (
        <td key={name} className={classes[packFieldClass(name)]}>
          {packFieldValue(name, pack) ?? <span className={classes['none']}>{packField(name).absent ?? '–'}</span>}
        </td>
      ))}
      {showsGroups && <td>{pack.study_group?.name}</td>}
      {isTicked === null && (
        <td className={classes['acts']}>
          <PackMenu pack={pack} permission={permission} onChoose={onChoose} />
        </td>
      )}
    </>
  )
}

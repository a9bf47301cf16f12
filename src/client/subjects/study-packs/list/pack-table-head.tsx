import { Table } from '@mantine/core'
import type { StackedColumn } from '../../../ui/record-column'
import { SortHeading, sortState, type Sorting } from '../../../ui/sort-heading'
import { columnClass } from './pack-table-row'
import classes from './pack-table.module.css'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

type PackTableHeadProps = {
  columns: readonly StackedColumn<PackFromServerOrStore>[]
  isManaging: boolean
  sorting: Sorting
}

/** The headings of the table of packs, which stay while the page scrolls. */
export function PackTableHead({ columns, isManaging, sorting }: PackTableHeadProps) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr aria-rowindex={1}>
        {isManaging && (
          <Table.Th scope="col" className={classes['tick']}>
            Select
          </Table.Th>
        )}
        {columns.map(({ column, below }) => (
          <Table.Th
            key={column.key}
            scope="col"
            className={columnClass(column.key)}
            aria-sort={sortState(column, sorting)}
          >
            <SortHeading column={column} sorting={sorting} />
            {below
              .filter(({ isAlwaysBelow }) => isAlwaysBelow !== true)
              .map((one) => (
                <div key={one.key}>
                  <SortHeading column={one} sorting={sorting} />
                </div>
              ))}
          </Table.Th>
        ))}
        {!isManaging && (
          <Table.Th scope="col" className={`${classes['actions']} no-print`}>
            Actions
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

import { Table } from '@mantine/core'
import type { StackedColumn } from '../../../ui/record-column'
import { columnClass } from './pack-table-row'
import classes from './pack-table.module.css'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

type PackTableHeadProps = { columns: readonly StackedColumn<PackFromServerOrStore>[]; isManaging: boolean }

/** The headings of the table of packs, which stay while the page scrolls. */
export function PackTableHead({ columns, isManaging }: PackTableHeadProps) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr aria-rowindex={1}>
        {isManaging && (
          <Table.Th scope="col" className={classes['tick']}>
            Select
          </Table.Th>
        )}
        {columns.map(({ column: { key, header }, below }) => (
          <Table.Th key={key} scope="col" className={columnClass(key)}>
            {header}
            {below
              .filter(({ isAlwaysBelow }) => isAlwaysBelow !== true)
              .map((one) => (
                <div key={one.key}>{one.header}</div>
              ))}
          </Table.Th>
        ))}
        {!isManaging && (
          <Table.Th scope="col" className={classes['actions']}>
            Actions
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

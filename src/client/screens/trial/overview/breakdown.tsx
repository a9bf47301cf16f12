import { Skeleton, Table, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatNumber, formatShare } from '../../../ui/format-number'
import { ChartOrTable } from './chart-or-table'

const BreakdownChart = lazy(() => import('./charts').then(({ BreakdownChart }) => ({ default: BreakdownChart })))

/** How many bars a chart holds before the rest is left to the table. */
const MOST_BARS = 10

export type BreakdownRow = { name: string; count: number }

type BreakdownProps = {
  title: string
  /** What each row is: "Site". */
  of: string
  rows: readonly BreakdownRow[]
  /** Each row has a colour of its own, where colour means something. */
  isColoured?: boolean
}

/** Participants by something, as bars with their figures or as a table of the same. */
export function Breakdown({ title, of, rows, isColoured = false }: BreakdownProps) {
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const drawn = rows.slice(0, MOST_BARS)
  return (
    <ChartOrTable
      title={title}
      chart={
        <Suspense fallback={<Skeleton height={`${2.5 * drawn.length}rem`} />}>
          <BreakdownChart rows={drawn} all={all} isColoured={isColoured} />
          {rows.length > drawn.length && (
            <Text c="dimmed" size="sm" mt="xs">
              The {drawn.length} largest of {formatNumber(rows.length)}. The table shows them all.
            </Text>
          )}
        </Suspense>
      }
      table={<BreakdownTable title={title} of={of} rows={rows} all={all} />}
    />
  )
}

function BreakdownTable({
  title,
  of,
  rows,
  all,
}: {
  title: string
  of: string
  rows: readonly BreakdownRow[]
  all: number
}) {
  return (
    <Table aria-label={title} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{of}</Table.Th>
          <Table.Th scope="col" className="figures">
            Participants
          </Table.Th>
          <Table.Th scope="col" className="figures">
            Share
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, count }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td className="figures">{formatNumber(count)}</Table.Td>
            <Table.Td className="figures">{formatShare(count, all)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

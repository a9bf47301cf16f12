import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../../ui/format-number'
import type { Column } from '../../../../ui/record-column'
import { RecordList } from '../../../../ui/record-list'
import { StatusBadge } from '../../../../ui/status-badge'
import { stockCountOf, type StockLine } from './stock-lines'
import classes from './stock-table.module.css'

/** Lines shown before the rest is asked for; the print shows no more. */
const SHOWN_AT_FIRST = 8

type StockTableProps = {
  of: 'Site' | 'Study group' | 'Site and study group'
  label: string
  lines: readonly StockLine[]
}

/** Packs by status, line by line; the lines that need attention come first. */
export function StockTable({ of, label, lines }: StockTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, SHOWN_AT_FIRST)
  return (
    <div className={classes['stock']}>
      <RecordList label={label} rows={shown} keyOf={({ key }) => key} columns={columnsOf(of)} />
      {lines.length > SHOWN_AT_FIRST && (
        <Group mt="sm" gap="sm">
          <Text c="dimmed" size="sm" {...(isWhole && { className: 'no-print' })}>
            {isWhole ? `All ${formatNumber(lines.length)}` : firstOf(lines)}, lowest stock first.
          </Text>
          {isWhole && <Text className="print-only">{firstOf(lines)}, lowest stock first.</Text>}
          <Button className="no-print" variant="default" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${formatNumber(lines.length)}`}
          </Button>
        </Group>
      )}
    </div>
  )
}

const firstOf = (lines: readonly StockLine[]): string => `The first ${SHOWN_AT_FIRST} of ${formatNumber(lines.length)}`

/** On a card: how many can be allocated, and the statuses that there are. */
const columnsOf = (of: StockTableProps['of']): readonly Column<StockLine>[] => [
  { key: 'name', header: of, cell: (line) => <LineName line={line} />, inCard: 'title' },
  {
    key: 'allocatable',
    header: 'Can be allocated',
    cell: ({ allocatable }) => formatNumber(allocatable),
    inCard: {
      place: 'corner',
      cell: ({ allocatable }) => (
        <Text className={classes['active']}>{formatNumber(allocatable)} can be allocated</Text>
      ),
    },
    isFigure: true,
  },
  ...STUDY_PACK_STATUSES.map(({ key, name }): Column<StockLine> => {
    const count = ({ counts }: StockLine) => stockCountOf(counts, key)
    return {
      key,
      header: name,
      cell: (line) => formatNumber(count(line)),
      inCard: { place: 'foot', cell: (line) => count(line) > 0 && `${name} ${formatNumber(count(line))}` },
      isFigure: true,
    }
  }),
]

function LineName({ line: { name, isLow } }: { line: StockLine }) {
  if (!isLow) return name
  return (
    <Group gap="xs">
      {name}
      <StatusBadge tone="amber" icon={IconAlertTriangle}>
        Low
      </StatusBadge>
    </Group>
  )
}

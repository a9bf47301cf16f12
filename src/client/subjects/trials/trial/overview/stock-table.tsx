import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../../ui/format-number'
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
      <RecordList
        label={label}
        rows={shown}
        keyOf={({ key }) => key}
        columns={[
          { header: of, cell: lineName },
          { header: 'Can be allocated', cell: ({ allocatable }) => formatNumber(allocatable), isFigure: true },
          ...STUDY_PACK_STATUSES.map(({ key, name }) => ({
            header: name,
            cell: ({ counts }: StockLine) => formatNumber(stockCountOf(counts, key)),
            isFigure: true,
          })),
        ]}
        renderCard={(line) => <StockCard line={line} />}
      />
      {lines.length > SHOWN_AT_FIRST && (
        <Group mt="sm" gap="sm">
          <Text c="dimmed" size="sm">
            {isWhole
              ? `All ${formatNumber(lines.length)}`
              : `The first ${SHOWN_AT_FIRST} of ${formatNumber(lines.length)}`}
            , lowest stock first.
          </Text>
          <Button className="no-print" variant="default" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${formatNumber(lines.length)}`}
          </Button>
        </Group>
      )}
    </div>
  )
}

const lineName = ({ name, isLow }: StockLine) =>
  isLow ? (
    <Group gap="xs">
      {name}
      <StatusBadge tone="amber" icon={IconAlertTriangle}>
        Low
      </StatusBadge>
    </Group>
  ) : (
    name
  )

/** On a narrow screen: how many can be allocated, and the statuses that there are. */
function StockCard({ line }: { line: StockLine }) {
  const rest = STUDY_PACK_STATUSES.filter(({ key }) => stockCountOf(line.counts, key) > 0)
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} component="div">
          {lineName(line)}
        </Text>
        <Text className={classes['active']}>{formatNumber(line.allocatable)} can be allocated</Text>
      </Group>
      {rest.length > 0 && (
        <Text c="dimmed" size="sm">
          {rest.map(({ key, name }) => `${name} ${formatNumber(stockCountOf(line.counts, key))}`).join(' · ')}
        </Text>
      )}
    </>
  )
}

import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { counted, formatNumber } from '../../../ui/format-number'
import { dayNumber, formatDay } from '../../../ui/format-time'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { RecordList } from '../../../ui/record-list'
import { StatusBadge } from '../../../ui/status-badge'
import classes from './stock.module.css'
import type { StockRow } from './stock-rows'

/** How many days before their expiry packs are marked: the list of packs has the same filter. */
const SOON_DAYS = 30

type StockAtSitesProps = {
  rows: readonly StockRow[]
  /** `YYYY-MM-DD` */
  today: string
}

/** The number of allocatable packs at each site, beside its alert level, and the first expiry. */
export function StockAtSites({ rows, today }: StockAtSitesProps) {
  return <RecordList label="Stock" rows={rows} keyOf={({ key }) => key} columns={columnsOn(today)} />
}

const columnsOn = (today: string): readonly Column<StockRow>[] => [
  {
    key: 'trial',
    header: 'Trial',
    cell: ({ trial }) => <RecordLink {...paths.studyPacks(trial.id)}>{trial.name}</RecordLink>,
    inCard: 'title',
  },
  { key: 'site', header: 'Site', cell: ({ site }) => site ?? 'No site', inCard: 'line' },
  {
    key: 'allocatable',
    header: 'Can be allocated',
    cell: (row) => <Allocatable row={row} />,
    inCard: { place: 'corner', cell: (row) => <Allocatable row={row} /> },
    isFigure: true,
  },
  {
    key: 'level',
    header: 'Alert level',
    cell: (row) => row.alert_at !== null && <Level row={row} />,
    inCard: { place: 'foot', cell: ({ alert_at }) => alert_at !== null && `Alert at ${formatNumber(alert_at)}` },
    isUnbroken: true,
  },
  {
    key: 'expiry',
    header: 'Expires first',
    cell: ({ expiry }) => expiry !== null && <Expiry expiry={expiry} today={today} />,
    inCard: {
      place: 'foot',
      cell: ({ expiry }) => expiry !== null && `${counted(expiry.count, 'pack')} until ${formatDay(expiry.on)}`,
    },
    isUnbroken: true,
  },
]

function Allocatable({ row: { allocatable, isLow } }: { row: StockRow }) {
  return (
    <span className={classes['allocatable']}>
      {isLow && (
        <StatusBadge tone="amber" icon={IconAlertTriangle}>
          {allocatable === 0 ? 'None left' : 'Low'}
        </StatusBadge>
      )}
      <b>{formatNumber(allocatable)}</b>
    </span>
  )
}

/** The stock as a bar with a mark at the alert level; the figures beside it say the same. */
function Level({ row: { allocatable, alert_at, isLow } }: { row: StockRow }) {
  const level = alert_at ?? 0
  const scaleEnd = Math.max(allocatable, level * 2, 1)
  const share = (packs: number) => `${(100 * packs) / scaleEnd}%`
  return (
    <span className={classes['level']}>
      <span className={classes['bar']} data-low={isLow || undefined} aria-hidden="true">
        <span className={classes['filled']} style={{ inlineSize: share(allocatable) }} />
        <span className={classes['mark']} style={{ insetInlineStart: share(level) }} />
      </span>
      {formatNumber(level)}
    </span>
  )
}

function Expiry({ expiry: { on, count }, today }: { expiry: NonNullable<StockRow['expiry']>; today: string }) {
  const isSoon = dayNumber(on) - dayNumber(today) <= SOON_DAYS
  return (
    <Text span size="sm" {...(isSoon ? { c: 'amber', fw: 600 } : { c: 'dimmed' })}>
      {formatNumber(count)} on {formatDay(on)}
    </Text>
  )
}

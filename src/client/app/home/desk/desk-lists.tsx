import type { Desk } from '#contract/desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths'
import { TrialLink } from '../../../record-links/trial-link'
import { counted, formatNumber } from '../../../ui/format-number'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { RecordList } from '../../../ui/record-list'
import { shortTitle } from '../../../ui/short-title'

type SilentSite = Desk['silent_sites'][number]
type LowStock = Desk['low_stock'][number]

/** How many are shown before "Show all". */
const SHOWN_AT_FIRST = 5

/** Sites without a recent participant. */
export function SilentSites({ sites }: { sites: readonly SilentSite[] }) {
  return <FirstRows label="Silent sites" rows={sites} keyOf={({ site }) => site.id} columns={SILENT_COLUMNS} />
}

/** Stocks at their alert level or under it. */
export function LowStock({ stocks }: { stocks: readonly LowStock[] }) {
  return (
    <FirstRows
      label="Low stock"
      rows={stocks}
      keyOf={({ trial, site }) => `${trial.id} ${site?.id ?? 0}`}
      columns={STOCK_COLUMNS}
    />
  )
}

const SILENT_COLUMNS: readonly Column<SilentSite>[] = [
  {
    key: 'site',
    header: 'Site',
    cell: ({ trial, site }) => (
      <RecordLink {...paths.participants(trial.id)} search={{ site_id: String(site.id) }}>
        {site.title}
      </RecordLink>
    ),
    inCard: 'title',
  },
  { key: 'trial', header: 'Trial', cell: ({ trial }) => <NamedTrial trial={trial} />, inCard: 'line' },
  {
    key: 'days',
    header: 'Days',
    cell: ({ days, is_never }) => (is_never ? `${formatNumber(days)}, none yet` : formatNumber(days)),
    isUnbroken: true,
    inCard: { place: 'corner', cell: ({ days }) => counted(days, 'day') },
    isFigure: true,
  },
]

const STOCK_COLUMNS: readonly Column<LowStock>[] = [
  {
    key: 'site',
    header: 'Site',
    cell: ({ trial, site }) => (
      <RecordLink {...paths.studyPacks(trial.id)}>{site?.title ?? 'The whole trial'}</RecordLink>
    ),
    inCard: 'title',
  },
  { key: 'trial', header: 'Trial', cell: ({ trial }) => <NamedTrial trial={trial} />, inCard: 'line' },
  {
    key: 'packs',
    header: 'Packs',
    cell: ({ allocatable }) => formatNumber(allocatable),
    inCard: { place: 'corner', cell: ({ allocatable }) => counted(allocatable, 'pack') },
    isFigure: true,
  },
  { key: 'level', header: 'Alert at', cell: ({ level }) => formatNumber(level), isFigure: true },
]

function NamedTrial({ trial: { id, title } }: { trial: SilentSite['trial'] }) {
  return <TrialLink trialId={id}>{shortTitle(title).name}</TrialLink>
}

type FirstRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  columns: readonly Column<Row>[]
}

function FirstRows<Row>({ rows, ...list }: FirstRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <RecordList {...list} rows={shown} />
      {shown.length < rows.length && (
        <Button variant="subtle" mt={4} onClick={() => setIsWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </>
  )
}

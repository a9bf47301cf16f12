import type { TrialStatistics } from '#contract/trials'
import { SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import { useTrialPage } from '../trial-page'
import classes from './overview-tab.module.css'
import { stockByGroup, stockBySite, stockBySiteAndGroup, stockByStatus } from './stock-lines'
import { StockTable } from './stock-table'
import { formatNumber, formatShare } from '../../../../ui/format-number'
import { FigureTable } from '../../../../ui/figure-table'

const VIEWS = { status: 'Individually', site: 'By site', group: 'By study group' } as const
type View = keyof typeof VIEWS

/** Study packs individually, by site, or by study group where the viewer may know the groups. */
export function StudyPackStock({ stock }: { stock: TrialStatistics['study_packs'] }) {
  const { trial } = useTrialPage()
  const bySite = stockBySite(stock, trial)
  const byGroup = stockByGroup(stock)
  const combined = stockBySiteAndGroup(stock)
  const isAtSites = trial.is_site_managing_packs || stock.some(({ site }) => site !== null)
  const offered = VIEW_ORDER.filter((view) =>
    view === 'site' ? isAtSites : view === 'status' || (byGroup ?? []).length > 0,
  )
  const [view, setView] = useState<View>(isAtSites ? 'site' : 'status')
  return (
    <section aria-label="Study packs">
      <div className={classes['head']}>
        <Title order={3}>Study packs</Title>
        <SegmentedControl
          className="no-print"
          aria-label="Study packs: view"
          value={view}
          onChange={setView}
          data={offered.map((value) => ({ value, label: VIEWS[value] }))}
        />
      </div>
      {view === 'status' && (
        <>
          <StatusTable rows={stockByStatus(stock)} />
          {combined.length > 0 && (
            <StockTable of="Site and study group" label="Study packs by site and study group" lines={combined} />
          )}
        </>
      )}
      {view === 'site' && <StockTable of="Site" label="Study packs by site" lines={bySite} />}
      {view === 'group' && byGroup && (
        <StockTable of="Study group" label="Study packs by study group" lines={byGroup} />
      )}
    </section>
  )
}

const VIEW_ORDER = ['status', 'site', 'group'] as const satisfies readonly View[]

type StatusRow = { name: string; count: number }

/** Every pack, wherever it is, by its status. */
function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <FigureTable
      label="Study packs by status"
      columns={[
        { header: 'Status', cell: ({ name }) => name },
        { header: 'Study packs', cell: ({ count }) => formatNumber(count), isFigure: true },
        { header: 'Share', cell: ({ count }) => formatShare(count, all), isFigure: true },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  )
}

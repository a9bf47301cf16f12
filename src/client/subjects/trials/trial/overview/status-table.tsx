import { formatNumber, formatShare } from '../../../../ui/format-number'
import { FigureTable } from '../../../../ui/figure-table'

type StatusRow = { name: string; count: number }

/** Every pack, wherever it is, by its status. */
export function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
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

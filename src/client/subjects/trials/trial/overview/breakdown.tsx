import { Text } from '@mantine/core'
import { ChartOrTable } from '../../../../ui/chart-or-table'
import { formatNumber, formatShare } from '../../../../ui/format-number'
import { chartColours, groupColour } from '../../../../ui/theme'
import { largestRows } from './largest-rows'
import { countWords, ShareBars } from './share-bars'

type BreakdownRow = { name: string; count: number }

type BreakdownProps = {
  title: string
  source: string
  /** The noun of each row: "Site". */
  of: string
  rows: readonly BreakdownRow[]
  /** The group of people behind the shares. */
  all: number
  /** Each row has a colour of its own, where colour means something. */
  isColoured?: boolean
}

/** Participants by a property, as bars with their figures or as a table of the same. */
export function Breakdown({ title, source, of, rows, all, isColoured = false }: BreakdownProps) {
  const { shown, rest } = largestRows(rows)
  return (
    <ChartOrTable
      title={title}
      source={source}
      chart={
        <>
          <ShareBars rows={shown} all={all} colourAt={isColoured ? groupColour : () => chartColours[5]} />
          {rest.rows > 0 && (
            <Text c="dimmed" size="sm" mt="xs">
              The {shown.length} largest of {formatNumber(rows.length)}. The other {formatNumber(rest.rows)} together:{' '}
              {countWords(rest.count, all)}. <span className="no-print">The table shows them all.</span>
            </Text>
          )}
        </>
      }
      figures={{
        columns: [
          { header: of, cell: ({ name }) => name },
          {
            header: 'Participants',
            cell: ({ count }) => formatNumber(count),
            value: ({ count }) => count,
            isFigure: true,
          },
          { header: 'Share', cell: ({ count }) => formatShare(count, all), isFigure: true },
        ],
        rows: rows.map((row, place) => ({ ...row, place })),
        keyOf: ({ place }) => String(place),
      }}
    />
  )
}

import { Text } from '@mantine/core'
import { ChartOrTable } from '../../../ui/chart-or-table'
import { FigureTable } from '../../../ui/figure-table'
import { formatNumber, formatShare } from '../../../ui/format-number'
import { chartColours, groupColour } from '../../../ui/theme'
import { countWords, ShareBars } from './share-bars'

/** How many bars a chart holds before the rest is summed up in words. */
const MOST_BARS = 10

type BreakdownRow = { name: string; count: number }

type BreakdownProps = {
  title: string
  /** What each row is: "Site". */
  of: string
  rows: readonly BreakdownRow[]
  /** Whom the shares are of. */
  all: number
  /** Each row has a colour of its own, where colour means something. */
  isColoured?: boolean
}

/** Participants by something, as bars with their figures or as a table of the same. */
export function Breakdown({ title, of, rows, all, isColoured = false }: BreakdownProps) {
  const drawn = rows.slice(0, MOST_BARS)
  return (
    <ChartOrTable
      title={title}
      chart={
        <>
          <ShareBars rows={drawn} all={all} colourAt={isColoured ? groupColour : () => chartColours[5]} />
          {rows.length > drawn.length && (
            <Text c="dimmed" size="sm" mt="xs">
              The {drawn.length} largest of {formatNumber(rows.length)}. The other{' '}
              {formatNumber(rows.length - drawn.length)} together: {countWords(sumOf(rows.slice(drawn.length)), all)}.{' '}
              <span className="no-print">The table shows them all.</span>
            </Text>
          )}
        </>
      }
      table={
        <FigureTable
          label={title}
          columns={[
            { header: of, cell: ({ name }) => name },
            { header: 'Participants', cell: ({ count }) => formatNumber(count), isFigure: true },
            { header: 'Share', cell: ({ count }) => formatShare(count, all), isFigure: true },
          ]}
          rows={rows.map((row, place) => ({ ...row, place }))}
          keyOf={({ place }) => String(place)}
        />
      }
    />
  )
}

export const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0)

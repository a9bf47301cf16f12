import type { ReportCell } from '#domain/reports/report'
import { formatNumber } from '../../ui/format-number'
import { formatDay } from '../../ui/format-time'

/** Times as the server writes them for spreadsheets, in the zone that the report names. */
const TIMES = /\b(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}[+-]\d{2}:\d{2}/g
const DAY = /^\d{4}-\d{2}-\d{2}$/

const OF_DAYS = /(^| )(date|on)$/i
const OF_IDENTIFIERS = /(^| )(ID|number)$/

/**
 * A cell of a report in the portal's format of numbers, days and times. Identifiers stay unchanged, and so does a text
 * under another heading that looks like a day: a person may have typed it.
 */
export const cellInWords = (heading: string, cell: ReportCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return OF_IDENTIFIERS.test(heading) ? String(cell) : formatNumber(cell)
  if (OF_DAYS.test(heading) && DAY.test(cell)) return formatDay(cell)
  return cell.replaceAll(TIMES, (_, day: string, time: string) => `${formatDay(day)}, ${time}`)
}

import type { AuditLog } from '#contract/audit-logs'
import { nameOfId } from '#domain/audit/named-ids'
import { formatDay, formatInstant } from '../../ui/format-time'

type Change = AuditLog['changes'][number]

const OF_TIMES = /_(on|at|date)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/**
 * A value of an entry in the portal's format: a status by its name, days and times in the given zone. A text in another
 * field that looks like a day stays as a person typed it.
 */
export const changedValueInWords = (field: string, value: Change['new'], zone: string): string => {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const name = field.split('.').at(-1) ?? field
  if (typeof value === 'number') return nameOfId(name, value) ?? String(value)
  if (!OF_TIMES.test(name)) return value
  if (INSTANT.test(value)) return formatInstant(value, zone)
  return DAY.test(value) ? formatDay(value) : value
}

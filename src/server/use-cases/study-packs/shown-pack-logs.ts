import type { StudyPackEvent } from '#contract/study-packs'
import { seesMore, type Visibility } from '#domain/people/blinding'
import { dayIn } from '../../ground/time/calendar'

/** The reader, and the zone of the trial's days. */
export type LogReader = { visibility: Visibility; time_zone: string }

type Written = {
  created_at: string
  action: StudyPackEvent
  actioned_by_user: object | null
  writer_sight: Visibility | null
}

/**
 * Whether a reader sees only the day and kind of an action: its person saw more of the groups, so the choice of packs,
 * the time and the words may reveal groups (decision 0036). An allocation follows a draw, whoever asked for it.
 */
export const isShownByDay = (
  { action, actioned_by_user, writer_sight }: Omit<Written, 'created_at'>,
  { visibility }: LogReader,
): boolean => action !== 'allocate' && actioned_by_user !== null && seesMore(writer_sight ?? 'names', visibility)

/** The day of an instant in the trial's zone, as its noon in UTC, which is of that day nearly everywhere. */
export const noonOf = (instant: string, { time_zone }: Pick<LogReader, 'time_zone'>): string =>
  `${dayIn(time_zone, instant)}T12:00:00.000Z`

/** A log as its reader may see it: all of it, or the day and the kind. */
export const shownPackLog = <Log extends Written>({ writer_sight, ...log }: Log, reader: LogReader) =>
  isShownByDay({ ...log, writer_sight }, reader) ? { ...log, ...byDay(log, reader) } : log

const byDay = (log: object & { created_at: string }, reader: LogReader) => ({
  created_at: noonOf(log.created_at, reader),
  actioned_by_user: null,
  comment: '',
  is_day_only: true,
  ...('performed_at' in log && { performed_at: null, clock_uncertain: false }),
})

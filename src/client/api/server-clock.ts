/** The last reading of the server's clock beside this device's. */
export type ClockReading = {
  /** How far the server's clock was ahead of this device's, in milliseconds. */
  offset_ms: number
  /** In milliseconds since the epoch, by this device's clock. */
  heard_at: number
  /** By this page's monotonic clock; null where an earlier page made the reading. */
  steady: number | null
  /** When an answer last showed that this device's clock had been put back, by the clock after that, and how far in all. */
  put_back?: { at: number; by: number } | undefined
  /** Whether this device's clock was put back since, and this page has not counted all of the time since. */
  was_put_back?: true
}

/** An instant by this device's clock, and by this page's monotonic clock. */
type Moment = { now: number; steady: number }

/** How far two readings may differ, in milliseconds, before the clock counts as put back between them. */
const SLACK_MS = 5000

/** How far two answers may differ, in milliseconds, before the clock counts as put back between them: a slow one is imprecise. */
const ANSWER_SLACK_MS = 60_000

/** For how long changes of the clock add up, in milliseconds: what is stored before that is too old to dispense by. */
const ADDED_UP_FOR_MS = 24 * 60 * 60_000

/** The reading after another one: it still says how far this device's clock was put back before the server's last answer. */
export const readingAfter = (former: ClockReading | null, reading: ClockReading): ClockReading => {
  const { put_back, offset_ms } = former ?? reading
  const by = reading.offset_ms - offset_ms
  if (by <= ANSWER_SLACK_MS) return { ...reading, put_back }
  const at = reading.heard_at
  const isOver = put_back === undefined || at > put_back.at + put_back.by + ADDED_UP_FOR_MS
  return { ...reading, put_back: { at, by: by + (isOver ? 0 : put_back.by) } }
}

/**
 * Best estimate of the server's time, in milliseconds since the epoch. After the device's clock was put back, only a lower bound
 * is known.
 */
export const serverTime = (reading: ClockReading | null, moment: Moment): number => {
  if (reading === null) return moment.now
  if (isPutBack(reading, moment)) return Math.max(moment.now, atLeast(reading, moment))
  const reckoned = moment.now + reading.offset_ms
  return reading.steady === null ? Math.max(moment.now, reckoned) : reckoned
}

/** Whether this device's clock was put back since the reading. */
export const isPutBack = (reading: ClockReading, moment: Moment): boolean =>
  moment.now + reading.offset_ms < atLeast(reading, moment) - SLACK_MS

/**
 * A lower bound of the server's time, in milliseconds since the epoch: the later of this device's clock and the last reading
 * plus the time that this page has counted since. Sessions end by it, also on a tablet whose clock is a day behind.
 */
export const timeAtLeast = (reading: ClockReading | null, moment: Moment): number =>
  reading === null ? moment.now : Math.max(moment.now, atLeast(reading, moment))

/** The server's clock at the reading plus the time that has certainly passed since. */
const atLeast = ({ offset_ms, heard_at, steady }: ClockReading, moment: Moment): number =>
  heard_at + offset_ms + (steady === null ? 0 : moment.steady - steady)

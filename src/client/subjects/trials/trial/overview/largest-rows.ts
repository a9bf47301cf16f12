/** The most bars of a chart. The rest is summed up in words. */
const MAX_BARS = 10

/**
 * The rows that a chart shows, each with its `place` among all: all rows in their order, or the ten largest, largest first, where
 * there are more. `rest` is the number of the others, and of their participants.
 */
export const largestRows = <Row extends { count: number }>(
  rows: readonly Row[],
): { shown: (Row & { place: number })[]; rest: { rows: number; count: number } } => {
  const placed = rows.map((row, place) => ({ ...row, place }))
  const ordered = rows.length > MAX_BARS ? placed.toSorted((one, other) => other.count - one.count) : placed
  const rest = ordered.slice(MAX_BARS)
  return { shown: ordered.slice(0, MAX_BARS), rest: { rows: rest.length, count: sumOf(rest) } }
}

export const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0)

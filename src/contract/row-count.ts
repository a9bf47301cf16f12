/**
 * The header by which an answer that is streamed row by row tells beforehand how many rows it will have. Each row stands on a line
 * of its own, and no other line ends: whoever counts newlines as they come counts rows.
 */
export const ROW_COUNT = 'X-Row-Count'

/** How many rows have come or gone, of how many there will be. */
export type RowProgress = { done: number; of: number }

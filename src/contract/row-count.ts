/**
 * The header with the number of rows of a streamed answer, sent before them. Each row is one line and there are no other lines,
 * so the caller can count newlines to show progress.
 */
export const ROW_COUNT = 'X-Row-Count'

/** How many rows were received, of how many. */
export type RowProgress = { done: number; of: number }

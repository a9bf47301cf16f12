import type { Queries } from './transaction'

const underWay = new WeakMap<Queries, number>()

const countOf = (queries: Queries): number => underWay.get(queries) ?? 0

/** Does what somebody waits for who writes: pieces of long lists are read after it. */
export const runWithWritePriority = async <Value>(queries: Queries, work: () => Promise<Value>): Promise<Value> => {
  underWay.set(queries, countOf(queries) + 1)
  try {
    return await work()
  } finally {
    underWay.set(queries, countOf(queries) - 1)
  }
}

/** Whether somebody writes just now through this process. */
export const isWriteUnderWay = (queries: Queries): boolean => countOf(queries) > 0

import type { Queries } from './transaction'

const underWay = new WeakMap<Queries, number>()

const countOf = (queries: Queries): number => underWay.get(queries) ?? 0

/** Runs a write for which a person waits: pieces of long lists are read after it. */
export const runWithWritePriority = async <Value>(queries: Queries, work: () => Promise<Value>): Promise<Value> => {
  underWay.set(queries, countOf(queries) + 1)
  try {
    return await work()
  } finally {
    underWay.set(queries, countOf(queries) - 1)
  }
}

/** Whether a write is in progress in this process. */
export const isWriteUnderWay = (queries: Queries): boolean => countOf(queries) > 0

import { DatabaseError } from 'pg'
import type { StoredRows } from './stored-rows'

/** Makes the next state of the rows from the present one. */
type Write = (rows: StoredRows) => StoredRows

/** One transaction: at its commit, its writes become everybody's rows. */
export type Transaction = {
  /** The rows that a statement sees now: those committed by others, and its own writes (read committed). */
  rows: () => StoredRows
  write: (write: Write) => void
  /** Waits until no other transaction holds a lock, and holds it to the end. Rejects in a deadlock. */
  lock: (name: string) => Promise<void>
  /** Takes a lock if no other transaction holds it. */
  tryLock: (name: string) => boolean
  end: (commits: boolean) => void
}

type Lock = { holder: object; waiting: { owner: object; begin: () => void }[] }

/** The transactions of a database in memory, with locks as in PostgreSQL: a row or a number is one name. */
export const transactionsOver = (initial: StoredRows) => {
  let committed = initial
  const locks = new Map<string, Lock>()

  const waitsFor = (owner: object, holder: object): boolean => {
    if (owner === holder) return true
    const awaited = [...locks.values()].filter(({ waiting }) => waiting.some((one) => one.owner === holder))
    return awaited.some((lock) => waitsFor(owner, lock.holder))
  }
  const release = (owner: object) => {
    for (const [name, lock] of locks) {
      lock.waiting = lock.waiting.filter((one) => one.owner !== owner)
      if (lock.holder !== owner) continue
      const next = lock.waiting.shift()
      if (next === undefined) locks.delete(name)
      else {
        lock.holder = next.owner
        next.begin()
      }
    }
  }
  return {
    committed: () => committed,
    begin: (): Transaction => {
      const owner = {}
      const writes: Write[] = []
      const tryLock = (name: string) => {
        const lock = locks.get(name)
        if (lock === undefined) locks.set(name, { holder: owner, waiting: [] })
        return lock === undefined || lock.holder === owner
      }
      const rows = () => writes.reduce((before, write) => write(before), committed)
      return {
        rows,
        write: (write) => void writes.push(write),
        tryLock,
        lock: async (name) => {
          if (tryLock(name)) return
          const lock = locks.get(name)
          if (lock === undefined) return
          if (waitsFor(owner, lock.holder)) throw sqlError('40P01', 'deadlock detected')
          await new Promise<void>((begin) => lock.waiting.push({ owner, begin }))
        },
        end: (commits) => {
          if (commits) committed = rows()
          release(owner)
        },
      }
    },
  }
}

/** An error as PostgreSQL reports it. */
export const sqlError = (code: string, message: string, constraint?: string): DatabaseError =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code, constraint })

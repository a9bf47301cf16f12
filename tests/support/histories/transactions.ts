import { DatabaseError } from 'pg'
import type { StoredRows } from './stored-rows'

/** Another state of the rows, from the one before. */
type Write = (rows: StoredRows) => StoredRows

/** One transaction: what it has written becomes the rows of all when it commits. */
export type Transaction = {
  /** The rows as a statement sees them now: what others have committed, and what this one wrote (read committed). */
  rows: () => StoredRows
  write: (write: Write) => void
  /** Waits until nobody else holds a lock, and holds it to the end. Rejects where each would wait for the other for ever. */
  lock: (name: string) => Promise<void>
  /** Holds a lock if nobody else does. */
  tryLock: (name: string) => boolean
  end: (commits: boolean) => void
}

/** A lock that somebody holds, and who waits for it. */
type Lock = { holder: object; waiting: { who: object; begin: () => void }[] }

/** The transactions of a database in memory, with locks as PostgreSQL has them: a row or a number is one name. */
export const transactionsOver = (initial: StoredRows) => {
  let committed = initial
  const locks = new Map<string, Lock>()

  const waitsFor = (who: object, holder: object): boolean => {
    if (who === holder) return true
    const awaited = [...locks.values()].filter(({ waiting }) => waiting.some((one) => one.who === holder))
    return awaited.some((lock) => waitsFor(who, lock.holder))
  }
  const release = (who: object) => {
    for (const [name, lock] of locks) {
      lock.waiting = lock.waiting.filter((one) => one.who !== who)
      if (lock.holder !== who) continue
      const next = lock.waiting.shift()
      if (next === undefined) locks.delete(name)
      else {
        lock.holder = next.who
        next.begin()
      }
    }
  }
  return {
    committed: () => committed,
    begin: (): Transaction => {
      const who = {}
      const writes: Write[] = []
      const tryLock = (name: string) => {
        const lock = locks.get(name)
        if (lock === undefined) locks.set(name, { holder: who, waiting: [] })
        return lock === undefined || lock.holder === who
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
          if (waitsFor(who, lock.holder)) throw sqlError('40P01', 'deadlock detected')
          await new Promise<void>((begin) => lock.waiting.push({ who, begin }))
        },
        end: (commits) => {
          if (commits) committed = rows()
          release(who)
        },
      }
    },
  }
}

/** A refusal as PostgreSQL gives it. */
export const sqlError = (code: string, message: string, constraint?: string): DatabaseError =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code, constraint })

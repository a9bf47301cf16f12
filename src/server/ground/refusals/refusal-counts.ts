import type { Logger } from 'pino'
import { addRefusals, type CountedRefusal } from '../db/refusals'
import type { Queries } from '../db/transaction'

/** Something that was refused: which call, to whom and from where; never what it was about. */
type NotedRefusal = Omit<CountedRefusal, 'hour' | 'times'>

/** Counts failed sign-ins and refused access beside the requests: none of them waits for that, or fails with it. */
export type RefusalCounts = {
  note: (refusal: NotedRefusal, now: string) => void
  /** Resolves when all that was noted is stored. */
  settled: () => Promise<void>
}

/** How many addresses are told apart within an hour; whoever has more could fill the log with them. */
const MAX_ADDRESSES = 500

/** What is noted while something is being written is written next, as one. What cannot be written is only logged. */
export const createRefusalCounts = (queries: Queries, log: Logger): RefusalCounts => {
  const noted = new Map<string, CountedRefusal>()
  const addressOf = limitedAddresses()
  let writing: Promise<void> | null = null

  const write = async () => {
    while (noted.size > 0) {
      const counted = [...noted.values()]
      noted.clear()
      try {
        await addRefusals(queries, counted)
      } catch (error) {
        log.warn({ error, refusals: counted.length }, 'refusals could not be counted')
      }
    }
    writing = null
  }

  return {
    note: (refusal, now) => {
      const hour = hourOf(now)
      const address = addressOf(hour, refusal.address)
      const key = JSON.stringify([hour, refusal.kind, refusal.code, refusal.call, refusal.user_id, address])
      const times = (noted.get(key)?.times ?? 0) + 1
      noted.set(key, { ...refusal, hour, address, times })
      writing ??= write()
    },
    settled: async () => {
      await writing
    },
  }
}

/** The instant at which the hour of another begins, in UTC. */
export const hourOf = (now: string): string => `${now.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`

/** Tells the first addresses of each hour apart, and all others only from those. */
const limitedAddresses = () => {
  const counted = new Set<string>()
  let current = ''
  return (hour: string, address: string | null): string | null => {
    if (hour !== current) counted.clear()
    current = hour
    if (address === null || counted.has(address)) return address
    if (counted.size >= MAX_ADDRESSES) return null
    counted.add(address)
    return address
  }
}

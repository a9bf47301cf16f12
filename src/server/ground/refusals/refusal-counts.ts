import type { Logger } from 'pino'
import { addRefusals, type CountedRefusal } from '../db/refusals'
import type { Queries } from '../db/transaction'

/** A refusal: its call, person and address; never its subject. */
type NotedRefusal = Omit<CountedRefusal, 'hour' | 'times'>

/** Counts failed sign-ins and refused access beside the requests: none of them waits for this, or fails with it. */
export type RefusalCounts = {
  note: (refusal: NotedRefusal, now: string) => void
  /** Resolves when all counts are stored. */
  settled: () => Promise<void>
}

/** How many addresses are distinguished within an hour; with more, an attacker could fill the log. */
const MAX_ADDRESSES = 500

/** Counts that arrive during a write are written next, together. Counts that cannot be written are only logged. */
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

/** The beginning of an instant's hour, in UTC. */
export const hourOf = (now: string): string => `${now.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`

/** Distinguishes the first addresses of each hour, and counts all others together. */
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

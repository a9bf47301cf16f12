import type { Queries } from '../db/transaction'
import { CallerDisconnected } from '../caller-disconnected'
import { gzipList, plainList, type ListPiece } from './list-piece'
import { listVersion, reachName } from './list-version'
import { makeList, type ListOf, type MadeList } from './make-list'

/** A trial's list, ready for everybody who reaches the same sites. */
type ReadyList = {
  version: string
  plain: () => Buffer[]
  /** Compressed once, at the first request. */
  gzip: () => Promise<Buffer>
}

export type ParticipantLists = {
  /** The list as of the request or later. Rejects when the caller has disconnected. */
  newest: (of: ListOf, disconnected: AbortSignal) => Promise<ReadyList>
}

type Entry = {
  made: MadeList | null
  ready: ReadyList | null
  /** The read that is running, and the next one, which all requests since then share. */
  running: Promise<ReadyList> | null
  next: Promise<ReadyList> | null
}

/** The memory that the lists of a process may use, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024
/** The memory of a row besides its text, in bytes. */
const ROW_BYTES = 250

/**
 * The participant lists that devices store. Each is made once for each version and set of sites, and then updated instead of made
 * again. The lists that were requested longest ago are dropped first.
 */
export const createParticipantLists = (
  queries: Queries,
  isChecked: boolean,
  maxBytes = MAX_BYTES,
): ParticipantLists => {
  const entries = new Map<string, Entry>()

  const entryOf = ({ trial_id, sites }: ListOf): Entry => {
    const key = `${trial_id} ${reachName(sites)}`
    const entry = entries.get(key) ?? { made: null, ready: null, running: null, next: null }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  const evictOldest = () => {
    let bytes = [...entries.values()].reduce((sum, { made }) => sum + bytesOf(made), 0)
    for (const [key, { made, running }] of entries) {
      if (bytes <= maxBytes) return
      if (running !== null) continue
      entries.delete(key)
      bytes -= bytesOf(made)
    }
  }

  const read = async (of: ListOf, entry: Entry): Promise<ReadyList> => {
    const made = await makeList({ queries, of, is_checked: isChecked }, entry.made)
    const isSame = entry.made?.pieces === made.pieces
    entry.ready =
      isSame && entry.ready ? { ...entry.ready, version: listVersion(made.change, of.sites) } : ready(made, of)
    entry.made = made
    return entry.ready
  }

  const start = (of: ListOf, entry: Entry): Promise<ReadyList> => {
    const list = after(entry.running)
    async function after(before: Promise<ReadyList> | null): Promise<ReadyList> {
      await before?.catch(() => undefined)
      entry.running = list
      if (entry.next === list) entry.next = null
      try {
        return await read(of, entry)
      } finally {
        entry.running = null
        evictOldest()
      }
    }
    return list
  }

  return {
    newest: async (of, disconnected) => {
      const entry = entryOf(of)
      // The running read may lack a change that this caller has made.
      if (entry.running !== null) return unlessDisconnected((entry.next ??= start(of, entry)), disconnected)
      return unlessDisconnected(entry.next ?? (entry.running = start(of, entry)), disconnected)
    },
  }
}

/** Rejects once the caller has disconnected. The list is still made, for their next request. */
const unlessDisconnected = async (list: Promise<ReadyList>, disconnected: AbortSignal): Promise<ReadyList> => {
  let leave = () => {}
  const disconnection = new Promise<never>((_, reject) => {
    leave = () => reject(new CallerDisconnected())
  })
  disconnected.addEventListener('abort', leave)
  try {
    return await Promise.race([list, disconnection])
  } finally {
    disconnected.removeEventListener('abort', leave)
  }
}

const ready = ({ change, pieces }: MadeList, { sites }: ListOf): ReadyList => {
  let packed: Promise<Buffer> | undefined
  return {
    version: listVersion(change, sites),
    plain: () => plainList(pieces),
    gzip: () => (packed ??= gzipList(pieces)),
  }
}

const bytesOf = (made: MadeList | null): number => (made?.pieces ?? []).reduce((sum, piece) => sum + weightOf(piece), 0)

const weightOf = ({ rows, plain, packed }: ListPiece): number =>
  // The packed bytes are in memory twice: in the pieces and in the whole.
  plain.length + 2 * packed.length + rows.length * ROW_BYTES

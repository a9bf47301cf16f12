import { vi } from 'vitest'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Chance } from './chance'

/** A clock that jumps from one event to the next. Nothing happens in between, and the order is always the same. */
export type VirtualTime = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Runs work after this many milliseconds, unless the returned function is called before. */
  after: (milliseconds: number, work: () => void) => () => void
  /** Resolves after this many milliseconds. */
  pause: (milliseconds: number) => Promise<void>
  /** Stops all events until work outside this clock is done. */
  hold: <Result>(work: Promise<Result>) => Promise<Result>
  /** Runs events until `isOver`, until none is left, or until this time. */
  runUntil: (isOver: () => boolean, latest: number) => Promise<void>
}

type Planned = { at: number; number: number; work: () => void; isOff: boolean }

// The real one, before a history replaces it.
const { setImmediate: nextTurn } = globalThis

export const virtualTime = (start: number): VirtualTime => {
  let now = start
  let count = 0
  const planned = heap()
  const pending = new Set<Promise<unknown>>()

  const after = (milliseconds: number, work: () => void) => {
    const one: Planned = { at: now + Math.max(0, milliseconds), number: (count += 1), work, isOff: false }
    planned.add(one)
    return () => {
      one.isOff = true
    }
  }
  /** Runs everything that promises lead to, until all of it waits for a planned event. */
  const settle = async () => {
    await new Promise((resolve) => nextTurn(resolve))
    while (pending.size > 0) {
      await Promise.allSettled(pending)
      await new Promise((resolve) => nextTurn(resolve))
    }
  }
  return {
    now: () => now,
    after,
    pause: (milliseconds) => new Promise((resolve) => void after(milliseconds, resolve)),
    hold: async (work) => {
      pending.add(work)
      try {
        return await work
      } finally {
        pending.delete(work)
      }
    },
    runUntil: async (isOver, latest) => {
      await settle()
      for (;;) {
        if (isOver()) return
        const next = planned.take()
        if (next === undefined || next.at > latest) {
          if (next) planned.add(next)
          now = Math.max(now, next === undefined ? now : latest)
          return
        }
        if (next.isOff) continue
        now = next.at
        next.work()
        await settle()
      }
    },
  }
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number)

/** The planned events; the next comes first. */
const heap = () => {
  const items: Planned[] = []
  const swap = (one: number, other: number) => {
    const [first, second] = [items[one], items[other]]
    if (first && second) [items[one], items[other]] = [second, first]
  }
  const isLess = (one: number, other: number): boolean => {
    const [first, second] = [items[one], items[other]]
    return first !== undefined && second !== undefined && isBefore(first, second)
  }
  return {
    add: (item: Planned) => {
      let at = items.push(item) - 1
      while (at > 0) {
        const above = (at - 1) >> 1
        if (!isLess(at, above)) return
        swap(at, above)
        at = above
      }
    },
    take: (): Planned | undefined => {
      const [first] = items
      const last = items.pop()
      if (last === undefined || items.length === 0) return first
      items[0] = last
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const least = isLess(right, left) ? right : left
        if (!isLess(least, at)) return first
        swap(at, least)
        at = least
      }
    },
  }
}

/**
 * Puts this clock below all code: timers, the date, the tasks of a browser's database, and browser cryptography, which
 * otherwise works in threads. Returns a function that removes it.
 */
export const putBelow = (time: VirtualTime, chance: Chance): (() => void) => {
  const offs = new Map<number, () => void>()
  let timers = 0
  vi.stubGlobal('setTimeout', (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
    const id = (timers += 1)
    offs.set(
      id,
      time.after(milliseconds, () => {
        offs.delete(id)
        work(...values)
      }),
    )
    return id
  })
  vi.stubGlobal('clearTimeout', (id: number) => {
    offs.get(id)?.()
    offs.delete(id)
  })
  vi.stubGlobal('setImmediate', (work: () => void) => time.after(0, work))
  const { now } = Date
  Date.now = time.now
  vi.stubGlobal('crypto', browserCryptography(time, chance))
  return () => {
    Date.now = now
    vi.unstubAllGlobals()
  }
}

type Parameters = { iv: Uint8Array; additionalData: Uint8Array }
type Key = { bytes: Uint8Array }
const TAG_BYTES = 16

/** Web Crypto as far as seals use it: AES-256-GCM itself, with the delays that threads may have. */
const browserCryptography = (time: VirtualTime, chance: Chance) => {
  const later = () => time.pause(chance.between('seal', 0, 3))
  return {
    subtle: {
      importKey: async (_form: string, bytes: Uint8Array): Promise<Key> => ({ bytes }),
      encrypt: async ({ iv, additionalData }: Parameters, { bytes }: Key, text: Uint8Array) => {
        await later()
        const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(additionalData)
        return new Uint8Array(Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]))
      },
      decrypt: async ({ iv, additionalData }: Parameters, { bytes }: Key, sealed: Uint8Array) => {
        await later()
        const decipher = createDecipheriv('aes-256-gcm', bytes, iv).setAAD(additionalData)
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]))
      },
    },
    getRandomValues: (values: Uint8Array<ArrayBuffer>) => {
      values.set(chance.bytes('nonce', values.length))
      return values
    },
    randomUUID: () => chance.uuid('uuid'),
  }
}

import type { Chance } from './chance'
import type { VirtualTime } from './virtual-time'

/** How likely each fault is at one occasion. */
const LIKELIHOOD = {
  'connection lost before the statement': 0.01,
  'connection lost before the answer': 0.01,
  'question lost': 0.06,
  'answer lost': 0.1,
  'question late': 0.05,
  'answer late': 0.05,
  'sent twice by the network': 0.08,
  'a page of something else': 0.02,
} as const

type FaultKind = keyof typeof LIKELIHOOD

/** One fault that happened, by the occasion at which it did. */
export type Fault = { name: string; at: number }

/** What goes wrong in a history, and how long everything takes. */
export type Faults = {
  /** Whether this goes wrong now, with this one. */
  happens: (kind: FaultKind, whom: string) => boolean
  /** Whether something planned, such as the end of a process, takes place in this history. */
  takesPlace: (name: string) => boolean
  /** Milliseconds: most often a few, now and then many. */
  delay: (name: string, usual: number) => number
  /** From now on nothing goes wrong. */
  cease: () => void
  happened: () => readonly Fault[]
}

/** `without` are the names of faults that are left out, so that a history becomes shorter. */
export const faultsOf = (chance: Chance, time: VirtualTime, without: ReadonlySet<string>): Faults => {
  const happened: Fault[] = []
  const occasions = new Map<string, number>()
  let isCalm = false
  const note = (name: string): boolean => {
    if (isCalm || without.has(name)) return false
    happened.push({ name, at: time.now() })
    return true
  }
  return {
    happens: (kind, whom) => {
      const about = `${kind}: ${whom}`
      const occasion = (occasions.get(about) ?? 0) + 1
      occasions.set(about, occasion)
      return chance.fraction(about) < LIKELIHOOD[kind] && note(`${about} ${occasion}`)
    },
    takesPlace: note,
    delay: (name, usual) => {
      const drawn = chance.fraction(name)
      return Math.round(drawn < 0.95 ? drawn * usual : usual * (1 + 20 * (drawn - 0.95) * 20))
    },
    cease: () => {
      isCalm = true
    },
    happened: () => happened,
  }
}

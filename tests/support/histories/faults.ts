import type { Chance } from './chance'
import type { VirtualTime } from './virtual-time'

/** The probability of each fault at one occasion. */
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

/** A fault that happened, with its occasion and time. */
export type Fault = { name: string; at: number }

/** The faults of a history, and the duration of everything in it. */
export type Faults = {
  /** Whether this fault happens now, to this one. */
  happens: (kind: FaultKind, target: string) => boolean
  /** Whether a planned event, such as the end of a process, takes place in this history. */
  takesPlace: (name: string) => boolean
  /** Milliseconds: usually a few, sometimes many. */
  delay: (name: string, usual: number) => number
  /** Ends all faults from now on. */
  cease: () => void
  happened: () => readonly Fault[]
}

/** `without` has the names of faults that are left out, to shorten a history. */
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
    happens: (kind, target) => {
      const about = `${kind}: ${target}`
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

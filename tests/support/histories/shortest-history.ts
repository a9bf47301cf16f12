import type { Base } from './base'
import { runHistory, type Outcome } from './history'

/** The number of histories that are tried to shorten one. */
const TRIES = 80

/** The same history with as few faults as still break an invariant, as text for the person who looks for the cause. */
export const shortestHistory = async (base: Base, seed: number, first: Outcome): Promise<string> => {
  let shortest = first
  let without: ReadonlySet<string> = new Set()
  let tries = 0
  /** Leaves these faults out if the rest still breaks an invariant. */
  const leaveOut = async (names: readonly string[]): Promise<boolean> => {
    if (names.length === 0 || (tries += 1) > TRIES) return false
    const fewer = new Set([...without, ...names])
    const outcome = await runHistory(base, seed, fewer)
    if (outcome.broken.length === 0) return false
    shortest = outcome
    without = fewer
    return true
  }
  for (let size = Math.ceil(first.faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const names = shortest.faults.map(({ name }) => name)
    for (let at = 0; at < names.length; at += size) await leaveOut(names.slice(at, at + size))
  }
  return reportOf(seed, shortest)
}

const reportOf = (seed: number, { broken, faults }: Outcome): string =>
  [
    `The history of seed ${seed} broke what must always hold:`,
    ...broken.map((fault) => `  ${fault}`),
    faults.length === 0 ? 'Nothing need go wrong for it.' : 'These faults are enough for it:',
    ...faults.map(({ at, name }) => `  ${new Date(at).toISOString().slice(11, 23)} ${name}`),
    `Add ${seed} to FAILED_ONCE once its cause is mended.`,
  ].join('\n')

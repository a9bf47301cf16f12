import type { Observer, ReplicateMeasure } from './simulated-trial'

/** A line for each of the first simulated trials, in order: its values in the order of `measures`, null where one was not worked out. */
export type Replicates = {
  readonly measures: readonly string[]
  readonly lines: readonly (readonly (number | null)[])[]
}

/** One over the smallest difference that is written: more digits than any figure has meaning. */
const PARTS = 1e8

/** Values that are stored, at most: they are some ten megabytes. Lines beyond it are left out. */
const MAX_VALUES = 1_000_000

/** Writes down what observers found of each trial. */
export const replicatesOf = (observers: readonly Observer<unknown>[]) => {
  const measures: readonly ReplicateMeasure[] = observers.flatMap((observer) => observer.measures ?? [])
  const lines: (number | null)[][] = []
  const most = Math.floor(MAX_VALUES / Math.max(1, measures.length))
  return {
    /** A trial is over, and the observers know. */
    note: (): void => {
      if (lines.length >= most) return
      lines.push(
        measures.map(({ latest }) => {
          const value = latest()
          return value === null ? null : Math.round(value * PARTS) / PARTS
        }),
      )
    },
    replicates: (): Replicates => {
      const shown = measures.map(({ isShown }) => isShown?.() ?? true)
      const shownOf = <Value>(values: readonly Value[]) => values.filter((_, index) => shown[index])
      return { measures: shownOf(measures.map(({ name }) => name)), lines: lines.map(shownOf) }
    },
  }
}

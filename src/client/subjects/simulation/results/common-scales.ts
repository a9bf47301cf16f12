import { distributionRows } from './figure-rows'
import type { Result } from './result'

/** The largest values of charts side by side, so that they can be compared. */
export type Scales = { share: number; imbalance: number; ratio: number }

/** The largest value of any alternative, rounded up to the end of an axis. */
export const commonScales = (results: readonly Result[]): Scales => ({
  share: Math.min(1, roundedUp(largest(results.flatMap((one) => distributionRows(one).map(({ share }) => share))))),
  imbalance: roundedUp(largest(results.flatMap(({ figures }) => figures.path.map(({ max }) => max)))),
  ratio: Math.min(
    1,
    roundedUp(
      largest(results.flatMap(({ figures }) => figures.ratio.flatMap(({ shares }) => shares.map(({ mean }) => mean)))),
    ),
  ),
})

/** The marks of an axis from 0 to its end, in readable steps. */
export const ticksTo = (greatest: number): number[] => {
  const steps = STEPS[Number(greatest.toExponential()[0])] ?? DEFAULT_STEPS
  return Array.from({ length: steps + 1 }, (_, step) => (greatest * step) / steps)
}

/** Into how many steps an axis is cut that ends with this digit. */
const STEPS: Record<number, number> = { 1: 5, 5: 5, 6: 3 }
const DEFAULT_STEPS = 4

const largest = (values: readonly number[]): number => values.reduce((greatest, value) => Math.max(greatest, value), 0)

/** The next of 1, 2, 4, 5, 6, 8 times a power of ten; 1 for nothing. */
const roundedUp = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = [1, 2, 4, 5, 6, 8, 10].map((step) => Number((step * power).toPrecision(1)))
  return steps.find((step) => step >= value) ?? value
}

import { atFirstUse } from './at-first-use'

const whole = atFirstUse(() => new Intl.NumberFormat('en-GB'))
const percent = atFirstUse(() => new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }))

/** `2000` becomes `2,000`. */
export const formatNumber = (value: number): string => whole().format(value)

/** The share of a whole: `33.3%`; of nothing it is `0%`. */
export const formatShare = (part: number, all: number): string => percent().format(all === 0 ? 0 : part / all)

/** `1 participant`, `2,000 participants`; `more` where the plural does not end in s. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : more}`

import type { Guessability } from '#contract/guessability'

/** How often the best guesser was right about somebody, beside how often he is by the design. */
export type GuessLine = {
  key: string
  who: string
  participants: number
  observed: number
  expected: NonNullable<Guessability['trial']>['expected']
}

/** The whole trial, then each site by its title; nothing before the first participant. */
export const guessLines = ({ trial, sites }: Guessability): GuessLine[] => {
  if (trial === null) return []
  const lines = sites.map(({ site, ...rate }) => ({ key: String(site.id), who: site.title, ...rate }))
  return [{ key: 'trial', who: 'Whole trial', ...trial }, ...lines]
}

/** From so many standard errors on, a simulated rate below another is no accident. */
const NO_ACCIDENT = 4.9

/**
 * Whether somewhere one does better who always names the largest weight: with unequal weights, few allocations say less about
 * the next one than the weights themselves.
 */
export const isSeeingNothingBetter = (lines: readonly GuessLine[], unseeing: number): boolean =>
  lines.some(({ expected: { exact, mean, standard_error } }) =>
    exact === null ? mean + NO_ACCIDENT * (standard_error ?? 0) < unseeing : exact < unseeing,
  )

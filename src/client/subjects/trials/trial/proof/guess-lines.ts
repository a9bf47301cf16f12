import type { Guessability } from '#contract/guessability'

/** The rate of right guesses of the best guesser, beside the expected one. */
export type GuessLine = {
  key: string
  observer: string
  participants: number
  observed: number
  expected: NonNullable<Guessability['trial']>['expected']
  certain: number
}

/** The whole trial, then each site by its title; nothing before the first participant. */
export const guessLines = ({ trial, sites }: Guessability): GuessLine[] => {
  if (trial === null) return []
  const lines = sites.map(({ site, ...rate }) => ({ key: String(site.id), observer: site.title, ...rate }))
  return [{ key: 'trial', observer: 'Whole trial', ...trial }, ...lines]
}

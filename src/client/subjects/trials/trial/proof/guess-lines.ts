import type { Guessability } from '#contract/guessability'

/** How often the best guesser was right about somebody, beside what the design lets expect. */
export type GuessLine = {
  key: string
  who: string
  participants: number
  observed: number
  expected: NonNullable<Guessability['trial']>['expected']
  certain: number
}

/** The whole trial, then each site by its title; nothing before the first participant. */
export const guessLines = ({ trial, sites }: Guessability): GuessLine[] => {
  if (trial === null) return []
  const lines = sites.map(({ site, ...rate }) => ({ key: String(site.id), who: site.title, ...rate }))
  return [{ key: 'trial', who: 'Whole trial', ...trial }, ...lines]
}

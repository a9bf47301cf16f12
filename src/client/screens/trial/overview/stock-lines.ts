import type { TrialStatistics } from '#contract/trials'

type Stock = TrialStatistics['study_packs'][number]
export type StockLine = { key: number; site: string; counts: Stock['counts'] }

/** One line for each site, the sites with the fewest active packs first; packs at no site come last. */
export const stockLines = (stock: readonly Stock[]): StockLine[] =>
  stock
    .map(({ site, counts }) => ({ key: site?.id ?? 0, site: site?.title ?? 'At no site', counts }))
    .sort((a, b) => Number(a.key === 0) - Number(b.key === 0) || activeOf(a) - activeOf(b) || a.key - b.key)

const activeOf = ({ counts }: StockLine): number => counts['active'] ?? 0

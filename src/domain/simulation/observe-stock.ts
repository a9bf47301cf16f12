import type { Estimate } from './figures'
import { chanceOf } from './moments'
import { groupIndexesOfCells, simulatedGroups } from './simulated-groups'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tally } from './tally'

/**
 * How likely a site runs out that has this stock at first and gets no more: a participant arrives while an open study
 * group has no pack left there, and the portal refuses before the draw
 * (src/specification/rct-alloc-1.md#rules-around-the-draw).
 */
export type StockFigures = {
  /** Packs of each study group at each site, in the order of the groups. */
  readonly packs: readonly number[]
  /** The chance that this happens at one site or more. */
  readonly some_site: Estimate
  /** The chance at each site. */
  readonly sites: readonly Estimate[]
}

/** Stocks that are shown when none was named. */
const MAX_STOCKS = 20

/**
 * Stock is counted in units: a unit has as many packs of each group as the group weighs (one of each open group where the ratio differs by an
 * option), or the given stock. A site has
 * run out if, before its last participant, the group that used most had used up its units.
 */
export const observeStock = ({ design, sizes, runs }: SimulationPlan): Observer<readonly StockFigures[]> => {
  const groups = simulatedGroups(design)
  const groupsOfCell = groupIndexesOfCells(design)
  const unit = sizes.packs ?? groups.map(({ weight }) => weight)
  const isShort = groups.some(({ weight }, group) => weight > 0 && unit[group] === 0)
  const used = Array.from({ length: sizes.sites }, () => groups.map(() => 0))
  const maxUsed = used.map(() => 0)
  const maxBeforeLast = used.map(() => 0)
  const bySite = used.map(() => tally())
  const worst = tally()

  /** Units of a group that so many participants have used up; with no pack at all a site is out from the first. */
  const unitsUsed = (group: number, participants: number): number => Math.floor(participants / (unit[group] || 1))

  return {
    see: ({ recruit: { site }, cell }) => {
      const atSite = used[site]
      if (!atSite) return
      maxBeforeLast[site] = isShort ? 1 : (maxUsed[site] ?? 0)
      for (const group of groupsOfCell[cell] ?? []) {
        const participants = (atSite[group] ?? 0) + 1
        atSite[group] = participants
        maxUsed[site] = Math.max(maxUsed[site] ?? 0, unitsUsed(group, participants))
      }
    },
    endTrial: () => {
      for (const [site, units] of maxBeforeLast.entries()) bySite[site]?.add(units)
      worst.add(Math.max(...maxBeforeLast))
      for (const atSite of used) atSite.fill(0)
      maxUsed.fill(0)
      maxBeforeLast.fill(0)
    },
    figures: () =>
      shownStocks(sizes.packs, worst.max()).map((stock) => {
        const outOf = (counts: readonly (readonly [units: number, times: number])[]) =>
          chanceOf(
            counts.reduce((sum, [units, times]) => (units >= stock ? sum + times : sum), 0),
            runs,
          )
        return {
          packs: unit.map((packs) => packs * stock),
          some_site: outOf(worst.counts()),
          sites: bySite.map((site) => outOf(site.counts())),
        }
      }),
  }
}

/** The one given stock, or up to 20 from a single unit to the first that no simulated trial used up. */
const shownStocks = (packs: readonly number[] | null, maxUsed: number): readonly number[] => {
  if (packs !== null) return [1]
  const enough = maxUsed + 1
  const step = Math.ceil(enough / MAX_STOCKS)
  const shownCount = Math.ceil(enough / step)
  return Array.from({ length: shownCount }, (_, index) => enough - (shownCount - 1 - index) * step)
}

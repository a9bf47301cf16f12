import { sha256 } from '../../ground/secrets/sha256'
import { spread, type SampleCalendar } from './sample-calendar'
import type { SampleParticipant } from './sample-trial'

/** The frequency of each answer, as shares that add up to 1. */
type Shares = Readonly<Record<string, number>>

type Plan = {
  /** Days from the day of loading: the first and the last day of recruitment. */
  from: number
  to: number
  count: number
  sites: Shares
  strata?: Readonly<Record<string, Shares>>
  /** The beginnings of participant ids by site; left out where the trial uses none. */
  prefixes?: Readonly<Record<string, string>>
}

/**
 * Participants of an invented trial: as many as the plan has, spread over its days, sites and answers by a fixed
 * sequence of random numbers.
 */
export const madeUpParticipants = ({ day, moment }: SampleCalendar, plan: Plan): SampleParticipant[] => {
  const seen = new Map<string, number>()
  return spread(plan.count, plan.to - plan.from).map((days, index) => {
    const site = drawn(plan.sites, `site ${index}`)
    const numberAtSite = (seen.get(site) ?? 0) + 1
    seen.set(site, numberAtSite)
    const prefix = plan.prefixes?.[site]
    return {
      at: moment(day(plan.from), days),
      site,
      participant_id: prefix === undefined ? null : `${prefix}-${String(numberAtSite).padStart(3, '0')}`,
      strata: Object.fromEntries(
        Object.entries(plan.strata ?? {}).map(([name, options]) => [name, drawn(options, `${name} ${index}`)]),
      ),
    }
  })
}

const drawn = (shares: Shares, seedText: string): string => {
  const drop = sha256(seedText).readUInt32BE(0) / 2 ** 32
  let sum = 0
  const choice = Object.entries(shares).find(([, share]) => (sum += share) > drop)
  if (!choice) throw new Error(`the shares of ${Object.keys(shares).join(', ')} do not add up to 1`)
  return choice[0]
}

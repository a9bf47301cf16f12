import { capNews, isReached } from '#domain/trials/caps'
import type { ChosenOption } from '#domain/randomisation/strata'
import type { CapCounts } from '../../ground/db/cap-counts'
import type { WholeTrial } from '../../ground/db/trials'

/** The settings of a trial that cap its participants. */
export type CappedTrial = {
  cap_notice_percent: number
  sites: readonly Pick<WholeTrial['sites'][number], 'id' | 'max_participants'>[]
  study_groups: readonly Pick<
    WholeTrial['study_groups'][number],
    'id' | 'weight' | 'max_participants' | 'is_closed_at_cap'
  >[]
  trial_strata: readonly {
    id: number
    name: string
    trial_stratum_options: readonly { id: number; name: string; max_participants: number | null }[]
  }[]
}

/** Where one participant counts: a site, and an answer at each stratum. */
type Place = { site_id: number; options: readonly Pick<ChosenOption, 'trial_stratum_option_id'>[] }

/** A cap that a participant brought near, or reached; with what stands in the email. */
export type CapEvent = {
  news: 'near' | 'reached'
  count: number
  most: number
  of: 'trial' | 'site' | 'stratum'
  /** The stratum and the option, of a stratum. */
  option: string | null
}

/** The ids whose participants have to be counted for these requests: those that are capped. */
export const cappedIds = (trial: CappedTrial, places: readonly Place[]) => ({
  site_ids: trial.sites
    .filter(({ id, max_participants }) => max_participants !== null && places.some(({ site_id }) => site_id === id))
    .map(({ id }) => id),
  option_ids: cappedOptions(trial)
    .filter(({ id }) => places.some((place) => hasOption(place, id)))
    .map(({ id }) => id),
  group_ids: cappedGroups(trial).map(({ id }) => id),
})

/** The study groups that are open and capped. */
const cappedGroups = ({ study_groups }: CappedTrial) =>
  study_groups.filter(
    ({ weight, max_participants, is_closed_at_cap }) => weight > 0 && max_participants !== null && !is_closed_at_cap,
  )

/**
 * The open groups that have all the participants that their caps allow, after the stored ones and those drawn before in the same
 * batch: nobody is drawn before they are closed.
 */
export const fullGroups = (
  trial: CappedTrial,
  counts: CapCounts,
  drawn: readonly { groups: readonly { study_group_id: number }[] }[],
): number[] =>
  cappedGroups(trial)
    .filter(({ id, max_participants }) => {
      const now = drawn.filter(({ groups }) => groups.some(({ study_group_id }) => study_group_id === id)).length
      return isReached(max_participants, (counts.groups.get(id) ?? 0) + now)
    })
    .map(({ id }) => id)

const cappedOptions = ({ trial_strata }: CappedTrial) =>
  trial_strata.flatMap(({ name: stratum, trial_stratum_options }) =>
    trial_stratum_options.flatMap(({ id, name: option, max_participants: most }) =>
      most === null ? [] : [{ id, stratum, option, most }],
    ),
  )

const hasOption = ({ options }: Place, id: number): boolean =>
  options.some(({ trial_stratum_option_id }) => trial_stratum_option_id === id)

/** Which caps stop a participant at this place, after the stored ones and those drawn before in the same batch. */
export const reachedCaps = (trial: CappedTrial, counts: CapCounts, drawn: readonly Place[], place: Place) => {
  const most = trial.sites.find(({ id }) => id === place.site_id)?.max_participants ?? null
  const full = cappedOptions(trial).find(
    ({ id, most: mostOfOption }) => hasOption(place, id) && isReached(mostOfOption, countAt(counts, drawn, id)),
  )
  return {
    is_site_full: isReached(most, countOfSite(counts, drawn, place.site_id)),
    full_option: full === undefined ? null : { stratum: full.stratum, option: full.option },
  }
}

/** The caps that the participant at this place has just brought near or reached; `drawn` has them last. */
export const capEvents = (
  trial: CappedTrial & { sample_size: number; num_sampled: number },
  counts: CapCounts,
  drawn: readonly Place[],
  place: Place,
): CapEvent[] => {
  const most = trial.sites.find(({ id }) => id === place.site_id)?.max_participants ?? null
  const caps: (Omit<CapEvent, 'news' | 'most'> & { most: number | null })[] = [
    { of: 'trial', option: null, most: trial.sample_size === 0 ? null : trial.sample_size, count: trial.num_sampled },
    { of: 'site', option: null, most, count: countOfSite(counts, drawn, place.site_id) },
    ...cappedOptions(trial)
      .filter(({ id }) => hasOption(place, id))
      .map(({ id, stratum, option, most: mostOfOption }) => ({
        of: 'stratum' as const,
        option: `${stratum}: ${option}`,
        most: mostOfOption,
        count: countAt(counts, drawn, id),
      })),
  ]
  return caps.flatMap(({ most: cap, ...rest }) => {
    const news = cap === null ? null : capNews(cap, rest.count, trial.cap_notice_percent)
    return cap === null || news === null ? [] : [{ ...rest, most: cap, news }]
  })
}

const countOfSite = ({ sites }: CapCounts, drawn: readonly Place[], id: number): number =>
  (sites.get(id) ?? 0) + drawn.filter(({ site_id }) => site_id === id).length

const countAt = ({ options }: CapCounts, drawn: readonly Place[], id: number): number =>
  (options.get(id) ?? 0) + drawn.filter((place) => hasOption(place, id)).length

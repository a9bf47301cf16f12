import type { OptionRatios } from '#domain/documents/randomisation-specification'
import { weightsOfRatio } from '#domain/trials/ratio-text'
import type { WholeTrial } from '../../../ground/db/trials'
import { withPresentWeight } from '../../trials/trial-design'

/** The name of every option, by its id. */
export const optionNames = ({ trial_strata }: WholeTrial): ReadonlyMap<number, string> =>
  new Map(trial_strata.flatMap(({ trial_stratum_options }) => trial_stratum_options.map(({ id, name }) => [id, name])))

/** The present ratio at each option of the stratum by which it differs; null where it differs by none. */
export const optionRatios = ({ trial_strata, study_groups }: WholeTrial): OptionRatios | null => {
  const stratum = trial_strata.find(({ trial_stratum_options }) =>
    trial_stratum_options.some(({ ratio }) => ratio !== null),
  )
  if (stratum === undefined) return null
  const present = study_groups.map(withPresentWeight)
  return {
    stratum: stratum.name,
    options: stratum.trial_stratum_options.map(({ name, ratio }) => {
      const weights = ratio === null ? [] : weightsOfRatio(ratio)
      const weightAt = (group: { weight: number }, place: number) =>
        group.weight === 0 ? 0 : (weights[place] ?? group.weight)
      return { name, groups: present.map((group, place) => ({ ...group, weight: weightAt(group, place) })) }
    }),
  }
}

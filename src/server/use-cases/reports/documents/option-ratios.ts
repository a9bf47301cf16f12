import type { NamedGroup } from '#domain/documents/documented-trial'
import type { OptionRatios } from '#domain/documents/randomisation-specification'
import { weightsOfRatio } from '#domain/trials/ratio-text'
import type { WholeTrial } from '../../../ground/db/trials'
import { designOf, withPresentWeight } from '../../trials/trial-design'

/** The name of every option, by its id. */
export const optionNames = ({ trial_strata }: WholeTrial): ReadonlyMap<number, string> =>
  new Map(trial_strata.flatMap(({ trial_stratum_options }) => trial_stratum_options.map(({ id, name }) => [id, name])))

/** The groups with the weights by which a trial is drawn, and their ratio at each option where it differs; null where it does not. */
type StatedRatio = { readonly groups: readonly NamedGroup[]; readonly ratios: OptionRatios | null }

/** The present ratio of a trial. Where every option has the same, the design has one ratio, and so has the text. */
export const statedRatio = (trial: WholeTrial): StatedRatio => {
  const groups = trial.study_groups.map(withPresentWeight)
  const stratum = trial.trial_strata.find(({ trial_stratum_options }) =>
    trial_stratum_options.some(({ ratio }) => ratio !== null),
  )
  if (stratum === undefined) return { groups, ratios: null }
  const options = stratum.trial_stratum_options.map(({ name, ratio }) => {
    const weights = ratio === null ? [] : weightsOfRatio(ratio)
    const weightAt = (group: { weight: number }, place: number) =>
      group.weight === 0 ? 0 : (weights[place] ?? group.weight)
    return { name, groups: groups.map((group, place) => ({ ...group, weight: weightAt(group, place) })) }
  })
  const design = designOf(trial)
  const isOneRatio = design.ok && design.value.ratios === undefined
  return isOneRatio
    ? { groups: options[0]?.groups ?? groups, ratios: null }
    : { groups, ratios: { stratum: stratum.name, options } }
}

import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { settingsInUse } from '#domain/trials/method-setting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { recordOf } from '#domain/record-of'
import { isFactorial } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import { entered, type Entered } from '../../trials/design/entered'
import { methodNameOf, weighsStrata, type MethodForm } from '../../trials/design/method-form'
import { formPath, type SimulationFormFaults } from './form-faults'
import type { SimulationForm } from './simulation-form'

export type SimulationRequest = SentBody<typeof api.startSimulation>

/** The requests of a form, one for each alternative, or its faults by the form's own paths. */
export const simulationRequests = (form: SimulationForm): Outcome<SimulationRequest[], SimulationFormFaults> => {
  const requests: SimulationRequest[] = []
  const faults: SimulationFormFaults = {}
  for (const [place, alternative] of form.alternatives.entries()) {
    const parsed = v.safeParse(api.startSimulation.body, asSent(form, alternative))
    if (parsed.success) requests.push(parsed.output)
    for (const issue of parsed.issues ?? []) {
      const path = formPath(place, (issue.path ?? []).map(({ key }) => String(key)).join('.'))
      faults[path] ??= issue.message
    }
  }
  return Object.keys(faults).length === 0 ? accepted(requests) : refused(faults)
}

/** What the fields hold as it would be sent; the contract says whether it may be. */
const asSent = ({ design, sizes, runs, analysis, seed }: SimulationForm, alternative: MethodForm) => ({
  design: {
    allocation_method_id: design.allocation_method_id,
    randomisation_method_id: alternative.randomisation_method_id,
    is_stratified: alternative.is_stratified,
    is_site_stratified: alternative.is_site_stratified,
    ...ownSettings(alternative),
    study_groups: design.study_groups.map(({ name, weight, factorial_level }) => ({
      name,
      weight: entered(weight),
      factorial_level: isFactorial(design.allocation_method_id) ? factorial_level : null,
    })),
    trial_strata: design.trial_strata.map(({ name, minimisation_weight, trial_stratum_options }) => ({
      name,
      ...(weighsStrata(alternative) ? { minimisation_weight: entered(minimisation_weight) } : {}),
      trial_stratum_options: trial_stratum_options.map(({ name: option, ratio }) => ({
        name: option,
        ratio: ratio.trim() === '' ? null : ratio.replaceAll(' ', ''),
      })),
    })),
  },
  sizes: {
    participants: entered(sizes.participants),
    sites: entered(sizes.sites),
    site_shares: sharesOf(sizes.site_shares),
    option_shares: optionShares(design),
    packs: packsOf(design),
  },
  runs: entered(runs),
  analysis: {
    effect: entered(analysis.effect),
    significance: entered(analysis.significance),
    selection_bias: entered(analysis.selection_bias),
    adjusts_for_sites: analysis.adjusts_for_sites,
  },
  seed: entered(seed),
})

const ownSettings = (alternative: MethodForm) =>
  recordOf(settingsInUse(methodNameOf(alternative), alternative), (name) => entered(alternative[name]))

/** `3, 2, 1`; an empty text is null. A text that is no number stays, and is refused as such. */
const sharesOf = (text: string): Entered[] | null => {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.length === 0 ? null : words.map((word) => (Number.isNaN(Number(word)) ? word : Number(word)))
}

/** Null where every option is as frequent as the others of its stratum. */
const optionShares = ({ trial_strata }: SimulationForm['design']): (Entered | null)[][] | null => {
  const shares = trial_strata.map(({ trial_stratum_options: options }) => options.map(({ share }) => entered(share)))
  return shares.flat().every((share) => share === 1) ? null : shares
}

/** Null without packs of any study group: the figures are then for several stocks. */
const packsOf = ({ study_groups }: SimulationForm['design']): (Entered | null)[] | null => {
  const packs = study_groups.map((group) => entered(group.packs))
  return packs.every((pack) => pack === null) ? null : packs
}

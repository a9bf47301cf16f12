import type { ConfirmedDesign, CurrentDesign } from '#domain/trials/design-confirmation'
import { settingNamesOf, type MethodSettingName } from '#domain/trials/method-setting'
import { randomisationMethodOfId } from '#domain/trials/trial-methods'
import { findDesignConfirmation } from '../../ground/db/design-confirmations'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import { canonicalJson, type Canonical } from '../../ground/ledger/canonical-json'
import { sha256 } from '../../ground/secrets/sha256'

/** A trial's present design, and its last confirmation where the trial asks for one. */
export const findCurrentDesign = async (
  queries: Queries,
  trial: WholeTrial,
): Promise<{ design: CurrentDesign; confirmed: (ConfirmedDesign & Confirmation) | null }> => ({
  design: { ...trial, design_hash: designHash(trial) },
  confirmed: trial.is_design_checked ? ((await findDesignConfirmation(queries, trial.id)) ?? null) : null,
})

type Confirmation = NonNullable<Awaited<ReturnType<typeof findDesignConfirmation>>>

/**
 * SHA-256 in hex of every part that a confirming person reviews: methods and their settings, stratification, study
 * groups with their names, labels, weights and factors, strata with their names, weights, options and ratios.
 */
export const designHash = (trial: WholeTrial): string => sha256(canonicalJson(reviewed(trial))).toString('hex')

const reviewed = (trial: WholeTrial): Canonical => ({
  ...Object.fromEntries(
    [...REVIEWED, ...reviewedSettings(trial)]
      .filter((field) => field !== 'minimisation_fraction' || trial[field] !== null)
      .map((field) => [field, canonicalValue(trial[field])]),
  ),
  study_groups: trial.study_groups.map(({ id, name, label, weight, factorial_level, max_participants }) => ({
    id,
    name,
    label: canonicalValue(label),
    weight,
    factorial_level: canonicalValue(factorial_level),
    // Left out where there is none, so that designs confirmed before there were caps stay confirmed.
    ...(max_participants === null ? {} : { max_participants }),
  })),
  trial_strata: trial.trial_strata.map(({ id, name, minimisation_weight, trial_stratum_options }) => ({
    id,
    name,
    minimisation_weight,
    options: trial_stratum_options.map(({ id: optionId, name: option, ratio }) => ({
      id: optionId,
      name: option,
      // Left out where there is none, so that designs confirmed before there were ratios stay confirmed.
      ...(ratio === null ? {} : { ratio }),
    })),
  })),
})

const REVIEWED = [
  'allocation_method_id',
  'randomisation_method_id',
  'is_stratified',
  'is_site_stratified',
  'exclude_flagged_participants',
] as const satisfies readonly (keyof WholeTrial)[]

/**
 * All settings of the methods that existed when designs were first confirmed, since the hashes of those confirmations
 * contain them; of every later method only those of its own designs, so that its introduction voids no confirmation. A
 * setting that a first method got later is left out while it is not set, for the same reason.
 */
const reviewedSettings = ({ randomisation_method_id }: WholeTrial): ReadonlySet<MethodSettingName> => {
  const method = randomisationMethodOfId(randomisation_method_id)
  return new Set([...FIRST_METHODS, ...(method ? [method.name] : [])].flatMap((name) => settingNamesOf(name)))
}

const FIRST_METHODS = ['blocked', 'urn', 'minimisation', 'standard'] as const

/** A value in canonical text, which has neither booleans nor null; a name that equals their words is in quotes. */
const canonicalValue = (value: string | number | boolean | null): Canonical => {
  if (value === null) return []
  return typeof value === 'boolean' ? Number(value) : value
}

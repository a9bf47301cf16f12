import type { Generation, NamedGroup } from '#domain/documents/documented-trial'
import type { SpecifiedTrial } from '#domain/documents/randomisation-specification'
import type { DesignSetup } from '#domain/randomisation/design-setup'
import { validateDesign } from '#domain/randomisation/validate-design'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { SETTINGS_OF_METHODS } from '../../support/settings-of-methods'
import { METHOD_SETTING_NAMES, type MethodSettings, withUsual } from '#domain/trials/method-setting'
import { recordOf } from '#domain/record-of'

export const GENERATION: Generation = {
  at: '2026-11-21T05:03:00.000Z',
  at_in_words: '21 Nov 2026, 05:03 +00:00 (Europe/London)',
  version: '2.0.0',
  instance: 'prod',
  is_practice: false,
}

export const GROUPS: NamedGroup[] = [
  { id: 1, name: 'Zanamivir', weight: 1, factorial_level: null },
  { id: 2, name: 'Oseltamivir', weight: 1, factorial_level: null },
]

const PARALLEL = { id: 1, name: 'parallel', title: 'Parallel' } as const

export const specified = (method: RandomisationMethodName, more: Partial<SpecifiedTrial> = {}): SpecifiedTrial => ({
  id: 5,
  title: 'CEDAR',
  status: 'Planning',
  study_registration_no: 'ISRCTN1',
  ethics_approval_id: null,
  sample_size: 200,
  start_on: '2026-11-01',
  end_on: '2027-10-31',
  started_on: null,
  ended_on: null,
  allocation_method: PARALLEL,
  method,
  is_stratified: true,
  is_site_stratified: false,
  trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
  exclude_flagged_participants: true,
  is_design_checked: false,
  is_unblinding_reauthenticated: true,
  commitment: 'ab'.repeat(32),
  ...more,
})

const setupOf = (method: RandomisationMethodName, settings: Partial<MethodSettings>): DesignSetup => ({
  ...withUsual({ ...recordOf(METHOD_SETTING_NAMES, () => null), ...settings }),
  allocation_method_id: 1,
  randomisation_method_id: RANDOMISATION_METHODS.find(({ name }) => name === method)?.id ?? 0,
  study_groups: GROUPS,
  is_stratified: true,
  is_site_stratified: false,
  exclude_flagged_participants: true,
  trial_strata: [{ id: 7, option_ids: [71, 72], minimisation_weight: 29 }],
})

/** A design by a method, with its settings. */
export const designWith = (method: RandomisationMethodName, settings = SETTINGS_OF_METHODS[method]) => {
  const made = validateDesign(setupOf(method, settings))
  if (!made.ok) throw new Error(`${method}: ${made.refusal.code}`)
  return made.value
}

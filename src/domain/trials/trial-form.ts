import { isFactorial } from './trial-methods'

/** The fields that the rules below read. */
type CheckedForm = {
  allocation_method_id: number
  start_on: string
  end_on: string
  /** Null: six months after its end. */
  expires_at: string | null
  is_participant_id_used: boolean
  is_participant_id_required: boolean
  is_managing_packs: boolean
  is_site_managing_packs: boolean
  is_confirmable: boolean
  is_dispense_checked: boolean
  pack_alert_level: number | null
  is_blinded_users: boolean
  is_blinded_investigators: boolean
  sites: readonly { title: string; is_deleted: boolean; low_pack_level: number | null }[]
  study_groups: readonly { name: string; label: string | null; factorial_level: number | null }[]
  trial_strata: readonly { name: string; trial_stratum_options: readonly { name: string }[] }[]
}

type Faults = Record<string, string>

const TWICE = 'This name is used twice'

/** The message for a trial without a site that takes part. */
export const NO_SITE = 'At least one site is required'

/** The message for a trial with fewer than two groups. */
export const TOO_FEW_GROUPS = 'At least two study groups are required'

const repeatedNames = (path: string, names: readonly string[], field: string): Faults => {
  const seen = new Set<string>()
  const faults: Faults = {}
  for (const [index, name] of names.entries()) {
    const comparable = name.trim().toLowerCase()
    if (seen.has(comparable)) faults[`${path}.${index}.${field}`] = TWICE
    seen.add(comparable)
  }
  return faults
}

const packFaults = (form: CheckedForm): Faults => {
  if (form.is_managing_packs) return {}
  const needsPacks = 'Allowed only if the trial manages packs'
  const faults: Faults = {}
  if (form.is_site_managing_packs) faults['is_site_managing_packs'] = needsPacks
  if (form.is_confirmable) faults['is_confirmable'] = needsPacks
  if (form.is_dispense_checked) faults['is_dispense_checked'] = needsPacks
  if (form.pack_alert_level !== null) faults['pack_alert_level'] = needsPacks
  for (const [index, site] of form.sites.entries()) {
    if (site.low_pack_level !== null) faults[`sites.${index}.low_pack_level`] = needsPacks
  }
  return faults
}

const groupFaults = (form: CheckedForm): Faults => {
  const faults: Faults = {}
  for (const [index, group] of form.study_groups.entries()) {
    if (group.factorial_level !== null && !isFactorial(form.allocation_method_id))
      faults[`study_groups.${index}.factorial_level`] = 'Allowed only for Factorial allocation'
    const isShownByLabel = form.is_blinded_users || form.is_blinded_investigators
    if (isShownByLabel && group.label === null) faults[`study_groups.${index}.label`] = 'A blinded trial needs a label'
  }
  return faults
}

/**
 * The faults across fields of a trial's form, by the path of their field; empty where there are none. `validateDesign` judges
 * whether the design can run.
 */
export const trialFormFaults = (form: CheckedForm): Faults => {
  const faults: Faults = {}
  if (form.end_on < form.start_on) faults['end_on'] = 'Must not be before the start date'
  if (form.expires_at !== null && form.expires_at < form.end_on)
    faults['expires_at'] = 'Must not be before the end date'
  if (form.is_participant_id_required && !form.is_participant_id_used) {
    faults['is_participant_id_required'] = 'Allowed only if participant IDs are used'
  }
  if (form.sites.every((site) => site.is_deleted)) faults['sites'] = NO_SITE
  if (form.study_groups.length < 2) faults['study_groups'] = TOO_FEW_GROUPS
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  for (const [index, stratum] of form.trial_strata.entries()) {
    const path = `trial_strata.${index}.trial_stratum_options`
    Object.assign(faults, repeatedNames(path, names(stratum.trial_stratum_options), 'name'))
  }
  const titles = form.sites.map(({ title }) => title)
  return {
    ...faults,
    ...packFaults(form),
    ...groupFaults(form),
    ...repeatedNames('sites', titles, 'title'),
    ...repeatedNames('study_groups', names(form.study_groups), 'name'),
    ...repeatedNames('trial_strata', names(form.trial_strata), 'name'),
  }
}

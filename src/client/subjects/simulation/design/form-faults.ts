import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'

/** The faults of a form: a message by its field's path in the form. */
export type SimulationFormFaults = Record<string, string>

/**
 * The path in the form of a field that was sent for the alternative at this place: `design.block_size_min` becomes
 * `alternatives.0.block_size_min`, `sizes.packs.1` becomes `design.study_groups.1.packs`.
 */
export const formPath = (place: number, sent: string): string => {
  const [rest, option] = [sent.replace(/^design\./, ''), /^sizes\.option_shares\.(\d+)(?:\.(\d+))?$/.exec(sent)]
  if (OWN_SETTINGS.includes(rest) && rest !== sent) return `alternatives.${place}.${rest}`
  if (option !== null) {
    const options = `design.trial_strata.${option[1]}.trial_stratum_options`
    return option[2] === undefined ? options : `${options}.${option[2]}.share`
  }
  const pack = /^sizes\.packs(?:\.(\d+))?$/.exec(sent)
  if (pack !== null) return pack[1] === undefined ? 'design.study_groups' : `design.study_groups.${pack[1]}.packs`
  return sent.startsWith('sizes.site_shares') ? 'sizes.site_shares' : sent
}

/** A refusal's fields by the paths of the form. */
export const formFaults = (place: number, fields: Record<string, string>): SimulationFormFaults => {
  const faults: SimulationFormFaults = {}
  for (const [sent, message] of Object.entries(fields)) faults[formPath(place, sent)] ??= message
  return faults
}

/** Faults without a field in the form, each with its path, so that none is lost. */
export const unplacedFaults = (form: object, faults: SimulationFormFaults): string[] =>
  Object.entries(faults)
    .filter(([path]) => !hasField(form, path))
    .map(([path, message]) => `${path}: ${message}`)

/** How many things are to be corrected, in words. */
export const faultsInWords = (faults: SimulationFormFaults): string => {
  const many = Object.keys(faults).length
  return many === 1 ? 'One thing needs to be corrected.' : `${many} things need to be corrected.`
}

/** The settings of a design in which alternatives differ. */
const OWN_SETTINGS: readonly string[] = [
  'randomisation_method_id',
  'is_stratified',
  'is_site_stratified',
  ...METHOD_SETTING_NAMES,
]

const hasField = (form: object, path: string): boolean => {
  let at: unknown = form
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !(name in at)) return false
    at = Object.entries(at).find(([key]) => key === name)?.[1]
  }
  return true
}

import { api } from '#contract/api'
import { trialFormFaults } from '#domain/trials/trial-form'
import { schemaResolver } from '@mantine/form'
import { sentTrialForm, type FormSubject } from './sent-trial-form'
import type { TrialFormValues } from './trial-form-values'

/** The faults of a form: a message by its field's path in the form. */
export type FormFaults = Readonly<Record<string, string>>

/** The message of a form with any fault. */
export const FILLED_OUT_INCORRECTLY =
  'Form has been filled out incorrectly; please review all sections of the form and try again'

/**
 * All faults of a form before it is sent, by the contract and by the rules that span its fields, each once. Faults that
 * only the server can find, such as a design that cannot be run, come with its refusal.
 */
export const faultsBeforeSending = (values: TrialFormValues, subject: FormSubject): FormFaults => {
  const sent = sentTrialForm(values, subject)
  const ofContract = schemaResolver(bodyOf(subject), { sync: true })(sent)
  const ofRules = trialFormFaults({
    ...sent,
    start_on: sent.start_on ?? '',
    end_on: sent.end_on ?? '',
    pack_alert_level: anyNumber(sent.pack_alert_level),
    sites: sent.sites.map((site) => ({ ...site, low_pack_level: anyNumber(site.low_pack_level) })),
    study_groups: sent.study_groups ?? [],
  })
  const faults = { ...ofRules }
  for (const [path, message] of Object.entries(ofContract))
    if (typeof message === 'string') faults[path] = `${optionAt(path)}${message}`
  return byField(subject.isBlinded ? withoutGroups(faults) : faults)
}

/** The ratios share one field: which option has the fault. The server says it itself, as some of its faults are of all options. */
const optionAt = (path: string): string => {
  const option = RATIO_PATH.exec(path)?.[2]
  return option === undefined ? '' : `Option ${Number(option) + 1}: `
}

const RATIO_PATH = /^(trial_strata\.\d+)\.trial_stratum_options\.(\d+)\.ratio$/

const bodyOf = ({ trial }: FormSubject) => (trial === null ? api.createTrial.body : api.updateTrial.body)

/** The rules ask only whether there is a level. */
const anyNumber = (entered: unknown): number | null => (entered === null ? null : 0)

/** A blinded person does not fill in the groups. */
const withoutGroups = (faults: FormFaults): FormFaults =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => !path.startsWith('study_groups')))

/** Faults of the request by the paths of the form's fields: options share one field, and an id has none. */
export const byField = (faults: FormFaults): FormFaults => {
  const placed: Record<string, string> = {}
  for (const [path, message] of Object.entries(faults)) {
    const ratio = RATIO_PATH.exec(path)
    const option = /^(trial_strata\.\d+\.trial_stratum_options)(?:\.(\d+)\..+)?$/.exec(path)
    const row = /^(sites|study_groups|trial_strata)\.\d+\.(?:id|is_blinded)$/.exec(path)
    if (ratio?.[1] !== undefined) {
      placed[`${ratio[1]}.option_ratios`] ??= message
    } else if (option?.[1] !== undefined) {
      placed[option[1]] ??= option[2] === undefined ? message : `Option ${Number(option[2]) + 1}: ${message}`
    } else if (row?.[1] !== undefined) {
      placed[path.replace(/[^.]+$/, row[1] === 'sites' ? 'title' : 'name')] ??= message
    } else {
      placed[path] = message
    }
  }
  return placed
}

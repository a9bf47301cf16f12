import type { SavedTrialForm } from '#contract/saved-trial-form'
import { shownGroups, type Visibility } from '#domain/people/blinding'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { FIXED_WHILE_BLINDED } from '#domain/trials/saved-trial-form'
import type { WholeTrial } from '../../ground/db/trials'
import { labelled } from './show-trial'
import type { DesignFormFaults } from './sound-form'

const HIDDEN = 'This is hidden while you are blinded in the trial. Leave it unchanged'
const NOT_WHILE_BLINDED = 'Users who are blinded in the trial cannot change this'
const NEEDS_HIDDEN = 'This depends on what is hidden from you. Ask someone who is not blinded to change it'

/**
 * The rules for a person who is blinded in a trial and saves its settings. They never see anything that could reveal
 * the next group, so they can neither change nor erase it:
 * - study groups, settings of the methods, the weights of strata in the minimisation and the ratios by option stay as they are stored; a
 *   new stratum weighs 1, and a new option has the ratio of the study groups;
 * - they send them as they were shown them, or leave them out: settings null, study groups as labels in their order, or
 *   none, strata without weight, options without ratio. Anything else is refused, even if it equals the stored value: an answer that depended
 *   on it would let them find it by trying;
 * - settings fixed while they are blinded must stay unchanged too, although they see them;
 * - faults in the hidden part are refused without index and without words about it. Returns the faults of the form, by
 *   field.
 */
export const blindedFaults = (sent: SavedTrialForm, stored: WholeTrial, visibility: Visibility): DesignFormFaults => {
  const faults: DesignFormFaults = {}
  for (const field of METHOD_SETTING_NAMES) if (sent[field] !== null) faults[field] = HIDDEN
  for (const field of FIXED_WHILE_BLINDED) {
    if (sent[field] !== stored[field]) faults[field] = NOT_WHILE_BLINDED
  }
  if (!isAsShown(sent.study_groups, stored, visibility)) faults['study_groups'] = HIDDEN
  for (const [index, { minimisation_weight, trial_stratum_options }] of sent.trial_strata.entries()) {
    if (minimisation_weight !== undefined) faults[`trial_strata.${index}.minimisation_weight`] = HIDDEN
    for (const [place, { ratio }] of trial_stratum_options.entries())
      if (ratio !== null) faults[`trial_strata.${index}.trial_stratum_options.${place}.ratio`] = HIDDEN
  }
  return faults
}

const isAsShown = (sent: SavedTrialForm['study_groups'], stored: WholeTrial, visibility: Visibility): boolean => {
  if (sent.length === 0) return true
  const shown = shownGroups(visibility, stored.study_groups.map(labelled))
  return (
    sent.length === shown.length &&
    sent.every(({ id, name, label, weight, factorial_level, max_participants, is_blinded = true }, index) => {
      const hasHiddenFields =
        id !== undefined ||
        weight !== undefined ||
        [label, factorial_level, max_participants].some((value) => value !== null)
      return !hasHiddenFields && is_blinded && name === shown[index]?.name
    })
  )
}

/** Faults of a form as a blinded person may read them: for a hidden part only that it is at fault. */
export const withoutHidden = (faults: DesignFormFaults): DesignFormFaults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, message]) => {
      const [field = path, , list] = path.split('.')
      if (list === 'trial_stratum_options' && path.endsWith('.ratio')) return [field, NEEDS_HIDDEN]
      return HIDDEN_FIELDS.has(field) ? [field, NEEDS_HIDDEN] : [path, message]
    }),
  )

const HIDDEN_FIELDS = new Set<string>([...METHOD_SETTING_NAMES, 'study_groups'])

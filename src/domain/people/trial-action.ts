import { hasEveryWord } from '../every-word'
import { can, type EffectivePermission, type TrialCapability } from './permissions'
import {
  mayChangeTrialStatus,
  mayRandomiseInStatus,
  trialStatusOfKey,
  type TrialStatusKey,
} from '../trials/trial-status'

/** The fields of a trial that decide which actions it offers. */
export type ActingTrial = { trial_status_id: number; is_managing_packs: boolean }

/** The names of the actions that are offered for a trial without its page, in the order in which they are offered. */
export const TRIAL_ACTION_NAMES = [
  'randomise',
  'dispense',
  'start',
  'pause',
  'finish',
  'terminate',
  'add_user',
] as const

export type TrialActionName = (typeof TRIAL_ACTION_NAMES)[number]

type TrialAction = {
  /** The words before the trial's name: "Randomise in CEDAR". */
  label: string
  needs: TrialCapability
  isOpenIn: (trial: ActingTrial) => boolean
  /** The status to which it changes the trial, if it does. */
  status?: TrialStatusKey
}

const toStatus = (label: string, status: TrialStatusKey): TrialAction => ({
  label,
  needs: 'changeTrialStatus',
  isOpenIn: ({ trial_status_id }) => mayChangeTrialStatus(trial_status_id, trialStatusOfKey(status)?.id ?? 0),
  status,
})

/** Every action. Choosing one only opens a form or a dialog. */
export const TRIAL_ACTIONS: Readonly<Record<TrialActionName, TrialAction>> = {
  randomise: {
    label: 'Randomise in',
    needs: 'randomise',
    isOpenIn: ({ trial_status_id }) => mayRandomiseInStatus(trial_status_id),
  },
  dispense: {
    label: 'Dispense a pack in',
    needs: 'manageStudyPacks',
    isOpenIn: ({ is_managing_packs }) => is_managing_packs,
  },
  start: toStatus('Start', 'started'),
  pause: toStatus('Pause', 'paused'),
  finish: toStatus('Finish', 'finished'),
  terminate: toStatus('Terminate', 'terminated'),
  add_user: { label: 'Add a user to', needs: 'manageTrialUsers', isOpenIn: () => true },
}

/** The actions that a person may begin in a trial in its present state, in their order. */
export const actionsIn = (trial: ActingTrial, permission: EffectivePermission): TrialActionName[] =>
  TRIAL_ACTION_NAMES.filter((name) => can(permission, TRIAL_ACTIONS[name].needs) && TRIAL_ACTIONS[name].isOpenIn(trial))

/** Whether each word of a text occurs in an action's words with the trial's title, in any case and order; no text matches none. */
export const isActionNamed = (name: TrialActionName, title: string, text: string): boolean =>
  hasEveryWord(`${TRIAL_ACTIONS[name].label} ${title}`, text)

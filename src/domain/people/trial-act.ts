import { hasEveryWord } from '../every-word'
import { can, type EffectivePermission, type TrialCapability } from './permissions'
import {
  mayChangeTrialStatus,
  mayRandomiseInStatus,
  trialStatusOfKey,
  type TrialStatusKey,
} from '../trials/trial-status'

/** What decides which acts a trial offers. */
export type ActingTrial = { trial_status_id: number; is_managing_packs: boolean }

/** The names of the acts that are offered for a trial without its page, in the order in which they are offered. */
export const TRIAL_ACT_NAMES = ['randomise', 'dispense', 'start', 'pause', 'finish', 'terminate', 'add_user'] as const

export type TrialActName = (typeof TRIAL_ACT_NAMES)[number]

type TrialAct = {
  /** What stands before the trial's name: "Randomise in CEDAR". */
  label: string
  needs: TrialCapability
  isOpenIn: (trial: ActingTrial) => boolean
  /** The status that it leads to, where it changes the trial's status. */
  status?: TrialStatusKey
}

const toStatus = (label: string, status: TrialStatusKey): TrialAct => ({
  label,
  needs: 'changeTrialStatus',
  isOpenIn: ({ trial_status_id }) => mayChangeTrialStatus(trial_status_id, trialStatusOfKey(status)?.id ?? 0),
  status,
})

/** Every act. It only opens a form or a dialog: nothing is done by choosing it. */
export const TRIAL_ACTS: Readonly<Record<TrialActName, TrialAct>> = {
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

/** The acts that a person may begin in a trial as it stands, in their order. */
export const actsIn = (trial: ActingTrial, permission: EffectivePermission): TrialActName[] =>
  TRIAL_ACT_NAMES.filter((name) => can(permission, TRIAL_ACTS[name].needs) && TRIAL_ACTS[name].isOpenIn(trial))

/** Whether each word of a text occurs in an act's words with the trial's title, in any case and order; no text matches none. */
export const isActNamed = (name: TrialActName, title: string, text: string): boolean =>
  hasEveryWord(`${TRIAL_ACTS[name].label} ${title}`, text)

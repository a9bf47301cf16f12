import { api } from '#contract/api'
import type { StoredAction } from '#contract/stored-action'
import type { StudyPack } from '#contract/study-packs'
import { trialSummary, type Trial } from '#contract/trials'
import type { Participant } from '#contract/participants'
import { trialPermission, type StoredPermission } from '#domain/people/permissions'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { deviceOutbox } from '../../../../src/client/device/outbox/device-outbox'
import { aShownTrial } from '../../a-shown-trial'
import { contentOf } from '../../device/outbox/some-actions'
import { answers, keeps, listOf, loses, ME, openApp, type Reply } from '../../open-app'

/* The home page of a person who works at a site, online and offline. */

const SITE_USER = 5
const SITE_VIEWER = 6
export const TRIAL_ADMINISTRATOR = 2

/** The time of the answers that this device stores. */
const AS_OF = '2026-11-21T09:48:00.000Z'

export type AtHome = {
  trial?: Partial<Trial>
  /** Without a trial, the list of active trials is empty. */
  hasTrial?: boolean
  role_id?: number
  permission?: Partial<StoredPermission>
  participants?: Participant[]
  packs?: StudyPack[]
  replies?: Reply[]
}

const PACKED = { id: 1, title: 'CEDAR: fosfomycin or nitrofurantoin', is_managing_packs: true } as const

const permissionOf = ({ role_id = SITE_USER, permission = {} }: AtHome) =>
  trialPermission({ id: 1, is_protected_trial: false }, [
    {
      role_id,
      trial_id: 1,
      site_id: role_id === TRIAL_ADMINISTRATOR ? null : 11,
      is_blinded_partial: false,
      is_blinded_whole: false,
      is_unblind_authorized: false,
      has_study_packs_access: false,
      ...permission,
    },
  ]).permission

/** These packs in one batch, as the server lists them. */
export const listedOf = (packs: StudyPack[]) => ({
  data: packs.length === 0 ? [] : [{ batch_id: 'B1', study_packs: packs }],
})

const snapshotOf = (participants: Participant[]) => ({
  data: participants.map(({ id, trial_sequence_no, participant_id, site, flag_status }) => ({
    id,
    trial_sequence_no,
    participant_id,
    site_id: site.id,
    flag_status,
  })),
})

const WHO = [
  answers(api.getMe, { ...ME, max_level: 2 }),
  answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
]

/** Opens `/` with the server's answers. */
export const opensHome = (home: AtHome = {}) => {
  const trial = aShownTrial({ ...PACKED, ...home.trial })
  const { participants = [], packs = [], hasTrial = true, replies = [] } = home
  return openApp('/', [
    ...replies,
    ...WHO,
    answers(api.getTrialPermission, permissionOf(home)),
    answers(api.listTrials, listOf(...(hasTrial ? [summaryOf(trial)] : []))),
    answers(api.getTrial, trial),
    answers(api.listParticipants, listOf(...participants)),
    answers(api.getParticipantsSnapshot, snapshotOf(participants)),
    answers(api.listStudyPacks, listedOf(packs)),
  ])
}

/** Opens `/` with the answers that this device stores, while the server does not answer. */
export const opensStoredHome = (home: AtHome = {}) => {
  const trial = aShownTrial({ ...PACKED, ...home.trial })
  const { participants = [], packs = [] } = home
  return openApp('/', [
    ...WHO,
    answers(api.getTrialPermission, permissionOf(home)),
    keeps(api.listTrials, listOf(summaryOf(trial)), AS_OF),
    keeps(api.getTrial, trial, AS_OF),
    loses(api.listParticipants),
    keeps(api.getParticipantsSnapshot, snapshotOf(participants), AS_OF),
    keeps(api.listStudyPacks, listedOf(packs), AS_OF),
  ])
}

/** A trial as the list of trials shows it. */
export const summaryOf = (trial: Trial) => v.parse(v.object(trialSummary.entries), trial)

/** Adds actions to the outbox of this device until the test ends. */
export const hasInOutbox = (...actions: StoredAction[]) => {
  const before = deviceOutbox.view.get()
  onTestFinished(() => deviceOutbox.view.set(before))
  deviceOutbox.view.set({ ...before, isLoaded: true, content: { ...contentOf(...actions), actions } })
}

export const AS_VIEWER = { role_id: SITE_VIEWER } as const
export const AS_PHARMACIST = { permission: { has_study_packs_access: true } } as const

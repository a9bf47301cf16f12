import type { RandomisingTrial } from '#domain/participants/randomise-request'
import { endsInTime, hasFreePlace, mayWait, takesWaiting } from '#domain/participants/waiting-list'
import type { PermittedSites } from '#domain/people/permissions'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, it } from 'vitest'

const STARTED = 3
const PAUSED = 4

const trial: RandomisingTrial = {
  trial_status_id: STARTED,
  sample_size: 100,
  num_sampled: 40,
  is_participant_id_used: true,
  is_participant_id_required: false,
  participant_id_label: null,
  participant_id_warning_id: 1,
  is_opening_sites: true,
  sites: [
    { id: 1, is_deleted: false, opened_at: '2026-11-21T05:03:00.000Z' },
    { id: 2, is_deleted: true, opened_at: null },
    { id: 4, is_deleted: false, opened_at: null },
  ],
}

type Facts = {
  trial?: Partial<RandomisingTrial>
  site_id?: number
  sites?: PermittedSites
  is_used?: boolean
  is_waiting?: boolean
  is_site_full?: boolean
  full_option?: { stratum: string; option: string } | null
}

const judged = ({ sites = 'all', site_id = 1, ...facts }: Facts) => {
  const { is_used = false, is_waiting = false, is_site_full = false, full_option = null } = facts
  const outcome = mayWait(
    { ...trial, ...facts.trial },
    sites,
    { isUsed: () => is_used, is_waiting, is_site_full, full_option },
    { site_id, participant_id: ' P-1 ' },
  )
  return outcome.ok ? outcome.value.comparable_id : outcome.refusal.code
}

const FULL = { trial: { num_sampled: 100 } }

describe('a participant may wait', () => {
  it.each<[string, Facts]>([
    ['the trial is paused', { trial: { trial_status_id: PAUSED } }],
    ['the trial has its sample size', FULL],
    ['their site is full', { is_site_full: true }],
    ['an option is full', { full_option: { stratum: 'Sex', option: 'Male' } }],
  ])('where %s', (_what, facts) => expect(judged(facts)).toBe('p-1'))
})

describe('a participant may not wait', () => {
  it.each<[string, Facts, string]>([
    ['who could be randomised', {}, 'place_is_free'],
    ['who waits', { ...FULL, is_waiting: true }, 'already_waiting'],
    [
      'who is randomised, whatever the trial says of duplicates',
      { ...FULL, is_used: true },
      'participant_id_duplicate',
    ],
    ['at a site of another trial', { ...FULL, site_id: 9 }, 'invalid'],
    ['at a site out of reach', { ...FULL, sites: [4] }, 'site_not_permitted'],
    ['at a site that left the trial', { ...FULL, site_id: 2 }, 'site_deleted'],
    ['at a site that is not open', { ...FULL, site_id: 4 }, 'site_not_opened'],
    ['in a trial without IDs', { trial: { num_sampled: 100, is_participant_id_used: false } }, 'invalid'],
  ])('%s', (_what, facts, code) => expect(judged(facts)).toBe(code))

  it.each(TRIAL_STATUSES.filter(({ id }) => id !== STARTED && id !== PAUSED))('in a trial that is $name', ({ id }) => {
    expect(judged({ trial: { trial_status_id: id, num_sampled: 100 } })).toBe('trial_not_started')
    expect(takesWaiting({ trial_status_id: id, is_participant_id_used: true })).toBe(false)
  })
})

describe('a place is free', () => {
  const NO_CAP = { is_site_full: false, full_option: null }
  const waiting = { site_id: 1, participant_id: 'P-1' }
  it('where the trial runs and no limit stops the participant', () => {
    expect(hasFreePlace(trial, NO_CAP, waiting)).toBe(true)
    expect(hasFreePlace({ ...trial, trial_status_id: PAUSED }, NO_CAP, waiting)).toBe(false)
    expect(hasFreePlace({ ...trial, num_sampled: 100 }, NO_CAP, waiting)).toBe(false)
    expect(hasFreePlace(trial, { ...NO_CAP, is_site_full: true }, waiting)).toBe(false)
  })
})

it('a refusal leads to the list where it ends in time, and no other', () => {
  expect(['site_full', 'stratum_full', 'sample_size_reached', 'trial_not_started'].every(endsInTime)).toBe(true)
  expect(['no_study_pack_available', 'list_used_up', 'site_not_opened', 'forbidden'].some(endsInTime)).toBe(false)
})

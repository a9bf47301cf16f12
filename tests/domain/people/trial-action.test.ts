import { trialPermission } from '#domain/people/permissions'
import { actionsIn, isActionNamed } from '#domain/people/trial-action'
import { PAUSED, PLANNING, STARTED, TERMINATED } from '#domain/trials/trial-status'
import { expect, test } from 'vitest'

const permissionOf = (role_id: number, has_study_packs_access = false) =>
  trialPermission({ id: 1, is_protected_trial: false }, [
    {
      role_id,
      trial_id: role_id === 1 ? null : 1,
      site_id: null,
      is_blinded_partial: false,
      is_blinded_whole: false,
      is_unblind_authorized: false,
      has_study_packs_access,
    },
  ]).permission

const trial = (trial_status_id: number, is_managing_packs = true) => ({ trial_status_id, is_managing_packs })

test.each([
  [
    'a system administrator, started',
    1,
    STARTED,
    ['randomise', 'dispense', 'pause', 'finish', 'terminate', 'add_user'],
  ],
  ['a system administrator, paused', 1, PAUSED, ['dispense', 'start', 'terminate', 'add_user']],
  ['a system administrator, in planning', 1, PLANNING, ['dispense', 'start', 'add_user']],
  ['a system administrator, ended', 1, TERMINATED, ['dispense', 'add_user']],
  ['a trial administrator', 2, STARTED, ['randomise', 'dispense', 'add_user']],
  ['a trial user', 3, STARTED, ['randomise']],
  ['a trial viewer', 4, STARTED, []],
] as const)('%s is offered the permitted actions', (_, role, status, acts) => {
  expect(actionsIn(trial(status), permissionOf(role))).toEqual(acts)
})

test('packs can be dispensed only where the trial manages packs', () => {
  expect(actionsIn(trial(STARTED), permissionOf(3, true))).toContain('dispense')
  expect(actionsIn(trial(STARTED, false), permissionOf(3, true))).not.toContain('dispense')
})

test('an action is found by any of its words and those of its trial, in any order and case', () => {
  const isNamed = (text: string) => isActionNamed('pause', 'CEDAR: fosfomycin', text)
  expect(['pause', 'PAUSE cedar', 'cedar pau', 'fosfo'].map(isNamed)).toEqual([true, true, true, true])
  expect(['start cedar', 'pause lantern', '', ' '].map(isNamed)).toEqual([false, false, false, false])
})

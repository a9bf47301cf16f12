// @vitest-environment happy-dom
import { NO_PERMISSION, type EffectivePermission } from '#domain/people/permissions'
import { describe, expect, test } from 'vitest'
import { router } from '../../../../../src/client/app/router'
import { tabsOf } from '../../../../../src/client/subjects/trials/trial/trial-tabs'
import { aShownTrial } from '../../../a-shown-trial'

const atLevel = (level: number, has_study_packs_access: boolean): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: '', context: 'trial' },
  has_study_packs_access,
})
const seesPacks = (is_managing_packs: boolean, permission: EffectivePermission): boolean =>
  tabsOf(router.routesByPath, aShownTrial({ is_managing_packs }), permission).some(
    ({ label }) => label === 'Study Packs',
  )

describe('the study packs of a trial have a tab', () => {
  test.each([
    ['for level 2 with access to them', true, atLevel(2, true), true],
    ['for level 3', true, atLevel(3, true), true],
    ['not for level 2 without access', true, atLevel(2, false), false],
    ['not for level 1', true, atLevel(1, true), false],
    ['not where the trial manages none', false, atLevel(4, true), false],
  ])('%s', (_, isManaging, permission, is) => {
    expect(seesPacks(isManaging, permission)).toBe(is)
  })
})

test.each([1, 2, 3, 4])('everybody with access to the trial has the tab of its users, at level %d too', (level) => {
  const labels = tabsOf(router.routesByPath, aShownTrial({ is_managing_packs: true }), atLevel(level, true)).map(
    ({ label }) => label,
  )
  expect(labels).toContain('User Permissions')
})

test('the tabs of a trial are in the order of the work, each at its own address', () => {
  const all = tabsOf(router.routesByPath, aShownTrial({ is_managing_packs: true }), atLevel(4, true))
  expect(all.map(({ label, to }) => `${label} ${to}`)).toEqual([
    'Overview /trials/$trialId',
    'Participants /trials/$trialId/participants',
    'Reports /trials/$trialId/reports',
    'Study Packs /trials/$trialId/study-packs',
    'User Permissions /trials/$trialId/users',
    'Emails /trials/$trialId/messages',
    'Settings /trials/$trialId/settings',
    'Proof /trials/$trialId/proof',
  ])
})

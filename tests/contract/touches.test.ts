import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { isTouched } from '#contract/touches'
import { describe, expect, it, test } from 'vitest'

const endpoints: readonly Endpoint[] = Object.values(api)
const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)
const touchedBy = (call: Endpoint): string[] => reads.filter((path) => isTouched(call.touches ?? [], path)).toSorted()

describe('what a write touches', () => {
  test.each(endpoints.flatMap((call) => (call.touches ?? []).map((touched) => ({ call: call.path, touched }))))(
    '$call: $touched is the path of a GET',
    ({ touched }) => expect(reads.some((path) => isTouched([touched], path))).toBe(true),
  )

  it('is everything of the trial and one’s permission there, after a change of its status', () => {
    const touched = touchedBy(api.changeTrialStatus)
    expect(touched).toEqual(expect.arrayContaining(reads.filter((path) => path.startsWith('trials'))))
    expect(touched).toContain('auth/me/trial-permission/{trial_id}/sites')
    expect(touched.some((path) => path.startsWith('users'))).toBe(false)
  })

  it('is the participants, figures and emails of the trial, after an unblinding', () => {
    expect(touchedBy(api.unblindParticipant)).toEqual([
      'trials/{trial_id}',
      'trials/{trial_id}/messages',
      'trials/{trial_id}/participants',
      'trials/{trial_id}/participants/snapshot',
      'trials/{trial_id}/participants/{participant_id}',
      'trials/{trial_id}/participants/{participant_id}/history',
      'trials/{trial_id}/statistics',
    ])
  })

  it('is the packs as well, after an action on them', () => {
    expect(touchedBy(api.recallStudyPacks)).toEqual(
      expect.arrayContaining(['trials/{trial_id}/study-packs', 'trials/{trial_id}/study-packs/{study_pack_id}']),
    )
  })

  it('is the packs alone, with the history of each, after their labels were printed', () => {
    expect(touchedBy(api.printStudyPackLabels)).toEqual(
      reads.filter((path) => path.startsWith('trials/{trial_id}/study-packs')).toSorted(),
    )
  })

  it('is one’s own permissions, after a change of anybody’s', () => {
    expect(touchedBy(api.endPermission)).toEqual(
      expect.arrayContaining(['auth/me/system-permission', 'auth/me/trial-permission/{trial_id}', 'users/{user_id}']),
    )
  })

  it.each([api.grantPermission, api.changePermission, api.endPermission])(
    'is the list of the user’s permissions, after each change of one: $method',
    (call) => expect(touchedBy(call)).toContain('users/{user_id}/permissions'),
  )

  it('names no longer path by its beginning alone', () => {
    expect(isTouched(['trials'], 'trials/{trial_id}')).toBe(false)
    expect(isTouched(['trials/{trial_id}/users/*'], 'trials/{trial_id}/users-abroad')).toBe(false)
  })
})

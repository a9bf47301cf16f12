import { roleOfId, ROLES } from '#domain/people/permissions'
import { trialFormFaults } from '#domain/trials/trial-form'
import { describe, expect, test } from 'vitest'
import { sampleTrials } from '../../../../src/server/start/sample-data/sample-trials'
import { START } from '../../../support/portal'

const trials = sampleTrials(START)
const levelOf = (title: string) => ROLES.find((role) => role.title === title)?.level ?? 0
const grants = trials.flatMap(({ form, grants }) => grants.map((grant) => ({ ...grant, form })))

describe('the plan of the sample', () => {
  test.each(trials)('$form.title: a form that would be accepted', ({ form }) => {
    expect(trialFormFaults(form)).toEqual({})
  })

  test.each(trials)('$form.title: its events are in order, and in the past', (trial) => {
    const life = [
      trial.created_at,
      ...(trial.start ? [trial.start.at] : []),
      ...trial.participants.map(({ at }) => at),
      ...(trial.end ? [trial.end.at] : []),
      START,
    ]
    expect(life).toEqual(life.toSorted())
  })

  test('a month later it is a month later', () => {
    const later = sampleTrials('2026-12-21T05:03:00.000Z')
    const moved = trials.map(({ form }, index) => [form.start_on, later[index]?.form.start_on])
    expect(moved.filter(([from, to]) => Date.parse(to ?? '') - Date.parse(from ?? '') !== 30 * 86_400_000)).toEqual([])
  })
})

describe('the permissions of the sample', () => {
  test('name sites exactly where the role is one of a site', () => {
    const isOfSite = (title: string) =>
      roleOfId(ROLES.find((role) => role.title === title)?.id ?? 0)?.context === 'site'
    expect(grants.filter(({ role, sites }) => isOfSite(role) !== (sites !== undefined))).toEqual([])
  })

  test('delegate to level 2 only, and unblinding only to blinded people', () => {
    const delegated = grants.filter((grant) => grant.has_study_packs_access ?? grant.is_unblind_authorized)
    expect(delegated.map(({ role }) => levelOf(role))).toEqual(delegated.map(() => 2))
    expect(delegated.filter((grant) => grant.is_unblind_authorized && !grant.blinding)).toEqual([])
  })

  test('blind the people whom the trial blinds', () => {
    const unblinded = grants.filter(
      ({ form, role, blinding }) =>
        !blinding && (levelOf(role) >= 3 ? form.is_blinded_investigators : form.is_blinded_users),
    )
    expect(unblinded).toEqual([])
  })

  test('blind a person in one way in one trial', () => {
    const ways = new Map<string, Set<string>>()
    for (const { account, form, blinding } of grants) {
      const key = `${account} in ${form.title}`
      ways.set(key, (ways.get(key) ?? new Set()).add(blinding ?? 'none'))
    }
    expect([...ways].filter(([, blindings]) => blindings.size > 1)).toEqual([])
  })
})

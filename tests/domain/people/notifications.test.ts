import {
  resetsPreferences,
  MESSAGE_KINDS,
  mayResend,
  MESSAGE_STATES,
  preferencesIn,
  recipientsOf,
  accessIn,
  statusMessageKind,
  type MessageKind,
  type Preferences,
} from '#domain/people/notifications'
import { ROLES, type Role, type StoredPermission } from '#domain/people/permissions'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, it, test } from 'vitest'

const TRIAL = { id: 7, is_protected_trial: false }
const NORTH = 1
const SOUTH = 2

const permissionOf = (title: Role['title'], more: Partial<StoredPermission> = {}): StoredPermission => {
  const role = ROLES.find((candidate) => candidate.title === title)
  return {
    role_id: role?.id ?? 0,
    trial_id: role?.context === 'system' ? null : TRIAL.id,
    site_id: role?.context === 'site' ? NORTH : null,
    is_blinded_partial: false,
    is_blinded_whole: false,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    ...more,
  }
}

const NOTHING: Preferences = {
  on_trial_status: false,
  on_trial_completion: false,
  on_randomisation: false,
  on_unblinding: false,
  on_study_packs: false,
}
const EVERYTHING: Preferences = {
  on_trial_status: true,
  on_trial_completion: true,
  on_randomisation: true,
  on_unblinding: true,
  on_study_packs: true,
}

describe('by default, a person gets emails about', () => {
  const packs = { has_study_packs_access: true }
  test.each<[string, StoredPermission[], Partial<Preferences>]>([
    ['a trial administrator of everything', [permissionOf('Trial administrator')], EVERYTHING],
    ['a trial user of all but packs', [permissionOf('Trial user')], { ...EVERYTHING, on_study_packs: false }],
    ['a trial user with packs of everything', [permissionOf('Trial user', packs)], EVERYTHING],
    ['a site user of all but packs', [permissionOf('Site user')], { ...EVERYTHING, on_study_packs: false }],
    ['a site user with packs of everything', [permissionOf('Site user', packs)], EVERYTHING],
    [
      'a trial viewer of the trial alone',
      [permissionOf('Trial viewer')],
      { on_trial_status: true, on_trial_completion: true },
    ],
    [
      'a site viewer of the trial alone',
      [permissionOf('Site viewer', packs)],
      { on_trial_status: true, on_trial_completion: true },
    ],
    ['a system administrator of missing packs', [permissionOf('System administrator')], { on_study_packs: true }],
    [
      'a system administrator who has a role in the trial of everything',
      [permissionOf('System administrator'), permissionOf('Trial viewer')],
      EVERYTHING,
    ],
    ['a stranger of nothing', [], {}],
    ['one of another trial of nothing', [permissionOf('Trial administrator', { trial_id: 8 })], {}],
  ])('%s', (_who, permissions, expected) => {
    expect(preferencesIn(accessIn(TRIAL, permissions), null)).toEqual({ ...NOTHING, ...expected })
  })
})

describe('a chosen notification', () => {
  test.each([
    ['Trial administrator', NOTHING],
    ['Trial viewer', { ...EVERYTHING, on_study_packs: false }],
    ['Site user', { ...EVERYTHING, on_study_packs: false }],
    ['System administrator', EVERYTHING],
  ] as const)('applies to a %s', (title, chosen) => {
    expect(preferencesIn(accessIn(TRIAL, [permissionOf(title)]), chosen)).toEqual(chosen)
  })

  test.each<[string, StoredPermission]>([
    ['below level 2', permissionOf('Trial viewer', { has_study_packs_access: true })],
    ['at level 2 without access to packs', permissionOf('Site user')],
  ])('never sends news of packs %s', (_where, permission) => {
    expect(preferencesIn(accessIn(TRIAL, [permission]), EVERYTHING).on_study_packs).toBe(false)
  })
})

const person = (name: string, permissions: StoredPermission[], preferences: Preferences | null = null) => ({
  name,
  permissions,
  preferences,
})

const PEOPLE = [
  person('administrator', [permissionOf('System administrator')]),
  person('coordinator', [permissionOf('Trial administrator')]),
  person('trial user', [permissionOf('Trial user')]),
  person('viewer', [permissionOf('Trial viewer')]),
  person('north', [permissionOf('Site user')]),
  person('south', [permissionOf('Site user', { site_id: SOUTH })]),
  person('north viewer', [permissionOf('Site viewer')]),
  person('elsewhere', [permissionOf('Trial administrator', { trial_id: 8 })]),
]

const recipientNames = (kind: MessageKind, site_id: number | null, people = PEOPLE, trial = TRIAL) =>
  recipientsOf(trial, { kind, site_id }, people).map(({ name }) => name)

describe('the recipients of an event are', () => {
  const OF_THE_TRIAL = ['coordinator', 'trial user', 'viewer', 'north', 'south', 'north viewer']
  test.each<[MessageKind, number | null, string[]]>([
    ['randomisation', NORTH, ['coordinator', 'trial user', 'north']],
    ['randomisation', SOUTH, ['coordinator', 'trial user', 'south']],
    ['unblinding', NORTH, ['coordinator', 'trial user', 'north']],
    ['trial_status', null, OF_THE_TRIAL],
    ['trial_completion', null, OF_THE_TRIAL],
    ['seed_revealed', null, OF_THE_TRIAL],
    ['ledger_head', null, ['coordinator']],
    ['inadvertent_unblinding', NORTH, ['coordinator']],
    ['randomisation_error', NORTH, ['coordinator']],
    ['protected_access', null, ['coordinator']],
    ['study_packs_missing', NORTH, ['administrator', 'coordinator']],
    ['packs_missing_after_change', NORTH, ['administrator', 'coordinator']],
    ['low_stock', NORTH, ['administrator', 'coordinator']],
    ['cap_near', SOUTH, ['administrator', 'coordinator']],
    ['waiting_list', SOUTH, ['coordinator', 'trial user', 'south']],
  ])('%s at site %s', (kind, site, expected) => {
    expect(recipientNames(kind, site)).toEqual(expected)
  })

  const choosing = (chosen: Preferences) => [
    person('viewer', [permissionOf('Trial viewer')], chosen),
    person('south', [permissionOf('Site user', { site_id: SOUTH })], chosen),
    person('nobody', [], chosen),
  ]

  it.each(Object.entries(MESSAGE_KINDS).flatMap(([, { preference }]) => preference ?? []))(
    'nobody who has %s turned off',
    (preference) => {
      const people = [
        person('coordinator', [permissionOf('Trial administrator')], { ...EVERYTHING, [preference]: false }),
      ]
      const kinds = Object.entries(MESSAGE_KINDS).filter(([, kind]) => kind.preference === preference)
      expect(kinds.flatMap(([kind]) => (isKind(kind) ? recipientNames(kind, null, people) : []))).toEqual([])
    },
  )

  it('nobody at another site or without a permission, whatever they have chosen', () => {
    expect(recipientNames('randomisation', NORTH, choosing(EVERYTHING))).toEqual(['viewer'])
    expect(recipientNames('unblinding', NORTH, choosing(EVERYTHING))).toEqual(['viewer'])
  })

  it('for low stock everybody who reaches the packs: of a site there, of the whole trial at every site', () => {
    const people = [
      person('trial user', [permissionOf('Trial user', { has_study_packs_access: true })]),
      person('south', [permissionOf('Site user', { site_id: SOUTH, has_study_packs_access: true })]),
      person('everywhere but as a viewer', [permissionOf('Trial viewer')], EVERYTHING),
    ]
    expect(recipientNames('low_stock', SOUTH, people)).toEqual(['trial user', 'south'])
    expect(recipientNames('low_stock', NORTH, people)).toEqual(['trial user'])
    expect(recipientNames('low_stock', null, people)).toEqual(['trial user'])
  })

  it('nobody below level 3 for incidents, whatever they have chosen', () => {
    expect(recipientNames('study_packs_missing', SOUTH, choosing(EVERYTHING))).toEqual([])
    expect(recipientNames('inadvertent_unblinding', SOUTH, choosing(EVERYTHING))).toEqual([])
  })

  it('everybody in the trial for a revealed seed, whatever they have chosen', () => {
    expect(recipientNames('seed_revealed', null, choosing(NOTHING))).toEqual(['viewer', 'south'])
  })

  it('system administrators for what nobody of the trial is left to hear, whatever they have chosen', () => {
    const administrator = person('administrator', [permissionOf('System administrator')], NOTHING)
    const people = [administrator, person('viewer', [permissionOf('Trial viewer')], EVERYTHING)]
    const kinds = ['inadvertent_unblinding', 'randomisation_error', 'ledger_head', 'sign_in_changed'] as const
    for (const kind of kinds) expect(recipientNames(kind, null, people)).toEqual(['administrator'])
    expect(recipientNames('seed_revealed', null, people)).toEqual(['viewer'])
  })

  it('no system administrator without a role in a protected trial', () => {
    const trial = { ...TRIAL, is_protected_trial: true }
    const administrator = person('administrator', [permissionOf('System administrator')], EVERYTHING)
    expect(recipientNames('study_packs_missing', NORTH, [administrator], trial)).toEqual([])
    expect(recipientNames('trial_status', null, [administrator], trial)).toEqual([])
    expect(recipientNames('inadvertent_unblinding', NORTH, [administrator], trial)).toEqual([])
  })
})

const isKind = (name: string): name is MessageKind => Object.keys(MESSAGE_KINDS).includes(name)

test('a trial that has run to its end is completed; every other change is one of its status', () => {
  const completing = TRIAL_STATUSES.filter(({ id }) => statusMessageKind(id) === 'trial_completion')
  expect(completing.map(({ name }) => name)).toEqual(['Finished', 'Terminated'])
})

test('only a message that has ended is sent again', () => {
  expect(MESSAGE_STATES.filter(mayResend)).toEqual(['sent', 'failed'])
})

describe('the chosen notifications of a person', () => {
  const [ADMINISTRATOR, USER, VIEWER] = [2, 3, 4]
  const roles = (...ids: readonly number[]) => ids.map((role_id, index) => ({ id: index, role_id }))
  it.each<[says: string, before: readonly number[], after: readonly number[], isForgotten: boolean]>([
    ['is forgotten above the threshold', [USER], [ADMINISTRATOR], true],
    ['is forgotten below it', [ADMINISTRATOR], [VIEWER], true],
    ['stays on the same side of it', [VIEWER], [USER], false],
    ['is forgotten when a role above is added', [USER], [USER, ADMINISTRATOR], true],
    ['is forgotten when a role above is lost', [USER, ADMINISTRATOR], [USER], true],
    [
      'is forgotten when a role crosses, whatever else is held',
      [ADMINISTRATOR, USER],
      [ADMINISTRATOR, ADMINISTRATOR],
      true,
    ],
    ['stays when one of several below is lost', [USER, VIEWER], [USER], false],
    ['is forgotten by leaving', [USER], [], true],
    ['is forgotten by coming', [], [USER], true],
  ])('%s', (_says, before, after, isForgotten) => {
    expect(resetsPreferences(roles(...before), roles(...after))).toBe(isForgotten)
  })
})

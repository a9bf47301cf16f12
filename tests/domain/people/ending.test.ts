import type { Visibility } from '#domain/people/blinding'
import { judgeEnding, type Ending } from '#domain/people/ending'
import type { HeldPermission } from '#domain/people/granting'
import { NO_PERMISSION, roleOfId, ROLES } from '#domain/people/permissions'
import { describe, expect, it } from 'vitest'

const SYSTEM_ADMINISTRATOR = 1
const TRIAL_USER = 3
const SITE_USER = 5

const WHOLE = { is_blinded_whole: true, is_blinded_partial: false }
const PARTIAL = { is_blinded_whole: false, is_blinded_partial: true }

const OPEN = { id: 10, is_protected_trial: false }
const PROTECTED = { id: 10, is_protected_trial: true }

const permissionOf = (role_id: number, overrides: Partial<HeldPermission> = {}): HeldPermission => {
  const context = roleOfId(role_id)?.context
  return {
    id: 7,
    role_id,
    trial_id: context === 'system' ? null : 10,
    site_id: context === 'site' ? 101 : null,
    is_blinded_partial: false,
    is_blinded_whole: false,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    ...overrides,
  }
}

const by = (level: number, visibility: Visibility = 'names') => ({
  user_id: 1,
  permission: { ...NO_PERMISSION, role: { level, title: '', context: 'trial' as const } },
  visibility,
})

const codeOf = (ended: HeldPermission, overrides: Partial<Ending> = {}) => {
  const trial = ended.trial_id === null ? null : OPEN
  const judged = judgeEnding({ granter: by(3), user_id: 2, ended, others: [], trial, ...overrides })
  return judged.ok ? 'ended' : judged.refusal.code
}

describe('ending a permission is refused', () => {
  it.each(ROLES.map(({ id }) => id))('to its holder: role %d', (role) => {
    expect(codeOf(permissionOf(role), { granter: by(4), user_id: 1 })).toBe('own_permission')
  })

  it.each([0, 1, 2])('by level %d', (level) => {
    for (const { id } of ROLES) expect(codeOf(permissionOf(id), { granter: by(level) })).toBe('forbidden')
  })

  it('of the system by level 3', () => {
    expect(codeOf(permissionOf(SYSTEM_ADMINISTRATOR))).toBe('forbidden')
    expect(codeOf(permissionOf(SYSTEM_ADMINISTRATOR), { granter: by(4) })).toBe('ended')
  })

  const system = permissionOf(SYSTEM_ADMINISTRATOR, { id: 8 })
  it.each<[string, HeldPermission, Partial<Ending>, string]>([
    [
      'whole, over the system, by one who sees nothing',
      permissionOf(TRIAL_USER, WHOLE),
      { granter: by(3, 'nothing') },
      'blinded',
    ],
    [
      'whole, over the system, by one who sees labels',
      permissionOf(TRIAL_USER, WHOLE),
      { granter: by(3, 'labels') },
      'blinded',
    ],
    [
      'partial, over the system, by one who sees labels',
      permissionOf(TRIAL_USER, PARTIAL),
      { granter: by(3, 'labels') },
      'blinded',
    ],
    ['whole, over the system, by one who sees names', permissionOf(TRIAL_USER, WHOLE), {}, 'ended'],
    [
      'none, over the system, by one who sees nothing',
      permissionOf(TRIAL_USER),
      { granter: by(3, 'nothing') },
      'ended',
    ],
    [
      'whole, over the system in a protected trial, which is then not seen at all',
      permissionOf(TRIAL_USER, WHOLE),
      { granter: by(3, 'nothing'), trial: PROTECTED },
      'ended',
    ],
    [
      'whole, beside another that is',
      permissionOf(TRIAL_USER, WHOLE),
      { granter: by(3, 'nothing'), others: [system, permissionOf(SITE_USER, { id: 9, ...WHOLE })] },
      'ended',
    ],
  ])('where the holder would then see more than the person who ends it: %s', (_says, ended, overrides, code) => {
    expect(codeOf(ended, { others: [system], ...overrides })).toBe(code)
  })

  const blindedSystem = permissionOf(SYSTEM_ADMINISTRATOR, WHOLE)
  it.each<[string, HeldPermission, HeldPermission[], Visibility, string]>([
    ['sees nothing, over names in a trial', blindedSystem, [permissionOf(TRIAL_USER)], 'nothing', 'blinded'],
    ['sees labels, over names in a trial', blindedSystem, [permissionOf(TRIAL_USER)], 'labels', 'blinded'],
    ['sees labels, over labels in a trial', blindedSystem, [permissionOf(TRIAL_USER, PARTIAL)], 'labels', 'ended'],
    ['sees names, over names in a trial', blindedSystem, [permissionOf(TRIAL_USER)], 'names', 'ended'],
    ['sees nothing, over nothing', blindedSystem, [], 'nothing', 'ended'],
    [
      'sees nothing, unblinded itself',
      permissionOf(SYSTEM_ADMINISTRATOR),
      [permissionOf(TRIAL_USER)],
      'nothing',
      'ended',
    ],
  ])('and so is one of the system by a person who %s', (_says, ended, others, visibility, code) => {
    expect(codeOf(ended, { granter: by(4, visibility), others })).toBe(code)
  })
})

import { NO_PERMISSION, type EffectivePermission } from '#domain/people/permissions'
import { describe, expect, test } from 'vitest'
import { mayDispense } from '../../../../../src/client/subjects/trials/trial/may-dispense'
import { packsToCollect } from '../../../../../src/client/subjects/trials/trial/packs-to-collect'

const withPacks: EffectivePermission = {
  ...NO_PERMISSION,
  role: { level: 2, title: 'Site user', context: 'site' },
  has_study_packs_access: true,
}
const pack = (id: number, study_pack_status_id: number) => ({ id, pack_id: `A-${id}`, study_pack_status_id })
const managing = { is_managing_packs: true }

describe('the packs to collect', () => {
  test.each([
    ['the one that is allocated', { study_pack: pack(1, 5) }, ['A-1']],
    ['of each factor', { study_pack: pack(1, 5), study_packs: [pack(1, 5), pack(2, 5)] }, ['A-1', 'A-2']],
    ['not one that was dispensed', { study_pack: pack(1, 6), study_packs: [pack(1, 6), pack(2, 5)] }, ['A-2']],
    ['none where there is none', { study_pack: null }, []],
  ])('%s', (_, participant, ids) => {
    expect(packsToCollect(participant)).toEqual(ids)
  })
})

describe('dispensing is offered', () => {
  test.each([
    ['to who handles packs', managing, withPacks, pack(1, 5), true],
    ['not without that permission', managing, { ...withPacks, has_study_packs_access: false }, pack(1, 5), false],
    ['not once it is done', managing, withPacks, pack(1, 6), false],
    ['not where there are no packs', { is_managing_packs: false }, withPacks, pack(1, 5), false],
  ])('%s', (_, trial, permission, study_pack, offered) => {
    expect(mayDispense(trial, permission, { study_pack })).toBe(offered)
  })
})

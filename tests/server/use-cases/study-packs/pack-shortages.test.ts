import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackerIn, stockOfTwoGroups } from '../../../support/pack-attack'
import { packTrial } from '../../../support/study-packs'
import { testPortal, type TestPortal } from '../../../support/portal'

/*
 * After a refusal for missing packs, the active packs are known to lack a group. The protection ends only where an
 * unblinded person changes the stock (decision 0035).
 */

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const REFUSED = 'needs_unblinded_person'

/** A trial whose first site has seven active packs of one group and a shortage, with inactive ones of both groups. */
const shortTrial = async (more: Parameters<typeof packTrial>[1] = {}) => {
  const trial = await packTrial(world, { sample_size: 100, ...more })
  const packs = await stockOfTwoGroups(world, trial, { count: 20, seed: 3, status: 2 })
  const alike = await world.database.queries
    .selectFrom('study_packs')
    .select('id')
    .where('trial_id', '=', trial.trial_id)
    .where('study_group_id', '=', trial.study_groups[0]?.id ?? 0)
    .orderBy('id')
    .execute()
  const active = alike.map(({ id }) => id).slice(0, 7)
  const inactive = packs.filter((id) => !active.includes(id))
  const administrator = attackerIn(trial, trial.people.administrator)
  const damaged = { acknowledge_pattern: 'They were damaged together' }
  expect(await administrator.acts('deactivate', inactive, damaged)).toBe('200')
  const pharmacist = attackerIn(trial, trial.people.unblinder)
  expect(await pharmacist.randomises()).toEqual({ refused: 'no_study_pack_available' })
  return { trial, active, inactive, administrator, pharmacist }
}

describe('a shortage outlasts an action of an unblinded person that changes no stock', () => {
  const PAST = { expire_on: '2026-01-31', duration: null }

  test('the removal of an allocated pack', async () => {
    const { trial, inactive, administrator, pharmacist } = await shortTrial()
    expect(await administrator.acts('remove', [await trial.pack('allocated')])).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(0, 1))).toBe(REFUSED)
  })

  test('new days of an expired pack that stays expired', async () => {
    const { trial, inactive, administrator, pharmacist } = await shortTrial()
    const expired = await trial.pack('expired', { expire_on: '2026-01-01' })
    expect(await administrator.acts('update', [expired], PAST)).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(0, 1))).toBe(REFUSED)
  })

  test('the same days', async () => {
    const { inactive, administrator, pharmacist } = await shortTrial()
    const same = { expire_on: null, duration: null }
    expect(await administrator.acts('update', inactive.slice(0, 1), same)).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(0, 1))).toBe(REFUSED)
  })
})

test('a shortage ends when an unblinded person changes the stock', async () => {
  const { inactive, administrator, pharmacist } = await shortTrial()
  expect(await administrator.acts('activate', inactive.slice(0, 1))).toBe('200')
  expect(await pharmacist.acts('activate', inactive.slice(1, 2))).toBe('200')
})

import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attackerIn, chanceOf, stockOfTwoGroups, type Attacker } from '../../../support/pack-attack'
import { changePermission } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const REFUSED = 'needs_unblinded_person'
const ACTIVE = studyPackStatusId('active')

const activeAt = async (trial: PackTrial, site = 0): Promise<number[]> => {
  const rows = await world.database.queries
    .selectFrom('study_packs')
    .select('id')
    .where('site_id', '=', trial.sites[site]?.id ?? 0)
    .where('study_pack_status_id', '=', ACTIVE)
    .execute()
  return rows.map(({ id }) => id)
}

describe('a blinded pharmacist who activates two of 100 packs at a time', () => {
  /** The packs of the first one's group: randomising is refused where just two packs of one group are active. */
  const parted = async (pharmacist: Attacker, packs: readonly number[]) => {
    const [first = 0, ...others] = packs
    const isLikeFirst = new Map<number, boolean>()
    for (const other of others) {
      if ((await pharmacist.acts('activate', [first, other])) !== '200') continue
      const outcome = await pharmacist.randomises()
      isLikeFirst.set(other, 'refused' in outcome)
      await pharmacist.acts('deactivate', [first, other])
      if ('given' in outcome) break
    }
    return isLikeFirst
  }

  test.each([1, 2])('guesses their groups no better than by chance, with seed %i', async (seed) => {
    const trial = await packTrial(world, { title: `Attacked ${seed}`, sample_size: 100 })
    const packs = await stockOfTwoGroups(world, trial, { count: 100, seed, status: 2 })
    const pharmacist = attackerIn(trial, trial.people.unblinder)
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    const separated = await parted(pharmacist, packs)

    const rows = await world.database.queries
      .selectFrom('study_packs')
      .select(['id', 'study_group_id'])
      .where('trial_id', '=', trial.trial_id)
      .execute()
    const groupOf = new Map(rows.map(({ id, study_group_id }) => [id, study_group_id]))
    const coin = chanceOf(seed + 7)
    const right = packs.filter((id) => {
      const guess = separated.get(id) ?? coin() < 0.5
      return guess === (groupOf.get(id) === groupOf.get(packs[0] ?? 0))
    }).length
    expect(separated.size).toBe(0)
    // Of 100 fair coins, 35 to 65 are right, except once in 500 times.
    expect(Math.abs(right - 50)).toBeLessThanOrEqual(15)
  })
})

describe('leaving two packs alone in a stock of twenty is refused', () => {
  let trial: PackTrial
  let packs: number[]
  let pharmacist: Attacker
  let colleague: Attacker
  let coordinator: Attacker
  beforeEach(async () => {
    trial = await packTrial(world, { sample_size: 100 })
    packs = await stockOfTwoGroups(world, trial, { count: 20, seed: 3, status: 2 })
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: true })
    await changePermission(world, trial, 'pharmacist', { is_blinded_whole: true })
    pharmacist = attackerIn(trial, trial.people.unblinder)
    colleague = attackerIn(trial, trial.people.pharmacist)
    coordinator = attackerIn(trial, trial.people.coordinator)
  })
  const two = () => packs.slice(0, 2)
  const others = () => packs.slice(2)
  const south = () => ({ to_site_id: trial.sites[1]?.id })

  test('where the others are deactivated, expired or removed', async () => {
    for (const action of ['deactivate', 'expire', 'remove'] as const) {
      expect(await pharmacist.acts(action, others())).toBe(REFUSED)
    }
    expect((await activeAt(trial)).length).toBe(20)
  })

  test('where the stock itself is made small and only these two could be activated', async () => {
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    for (const action of ['expire', 'remove'] as const) expect(await pharmacist.acts(action, others())).toBe(REFUSED)
    expect(await coordinator.acts('transfer', others(), south())).toBe(REFUSED)
    expect(await coordinator.acts('update', others(), { expire_on: '2026-01-31', duration: null })).toBe(REFUSED)
    expect(await pharmacist.acts('activate', two())).toBe(REFUSED)
  })

  test('where one person deactivates and another activates', async () => {
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    expect(await colleague.acts('activate', two())).toBe(REFUSED)
    expect(await pharmacist.acts('activate', packs.slice(0, 6))).toBe('200')
    expect(await colleague.acts('deactivate', packs.slice(2, 6))).toBe(REFUSED)
    expect(await coordinator.acts('deactivate', packs.slice(2, 6))).toBe(REFUSED)
  })

  test('where two are moved to a site that has none, active or not', async () => {
    expect(await coordinator.acts('transfer', two(), south())).toBe(REFUSED)
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    expect(await coordinator.acts('transfer', two(), south())).toBe(REFUSED)
    expect(await coordinator.acts('transfer', packs.slice(0, 6), south())).toBe('200')
    expect(await coordinator.acts('activate', two())).toBe(REFUSED)
  })

  test('where the others run out by the calendar', async () => {
    const tomorrow = { expire_on: '2026-11-22', duration: null }
    expect(await coordinator.acts('update', others(), tomorrow)).toBe(REFUSED)
    expect(await coordinator.acts('update', packs, tomorrow)).toBe('200')
  })

  test('where two would be given first, as any pack given before them is of the other group', async () => {
    expect(await coordinator.acts('update', two(), { expire_on: '2027-01-31', duration: null })).toBe(REFUSED)
    expect(await coordinator.acts('update', packs.slice(0, 6), { expire_on: '2027-01-31', duration: null })).toBe(
      REFUSED,
    )
    const sooner = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (index) =>
        trial.pack('inactive', { expire_on: '2027-06-30', pack_id: `Sooner ${index}-${trial.trial_id}` }),
      ),
    )
    expect(await pharmacist.acts('activate', sooner.slice(0, 2))).toBe(REFUSED)
    expect(await pharmacist.acts('activate', sooner.slice(0, 6))).toBe('200')
  })

  test('where packs have been allocated since, until the stock is whole or none of it is active', async () => {
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    expect(await pharmacist.acts('activate', packs.slice(0, 6))).toBe('200')
    expect(await pharmacist.randomises()).toHaveProperty('given')
    expect((await activeAt(trial)).length).toBe(5)
    expect(await pharmacist.acts('activate', packs.slice(6, 7))).toBe(REFUSED)
    expect(await pharmacist.acts('activate', packs.slice(6))).toBe(REFUSED)
  })

  test('after a shortage even where six would be active, as the packs that are left are known to lack a group', async () => {
    const [group] = trial.study_groups
    const alike = await world.database.queries
      .selectFrom('study_packs')
      .select('id')
      .where('trial_id', '=', trial.trial_id)
      .where('study_group_id', '=', group?.id ?? 0)
      .execute()
    const left = alike.map(({ id }) => id).slice(0, 7)
    // An unblinded person may leave such a stock by chance.
    const administrator = attackerIn(trial, trial.people.administrator)
    expect(
      await administrator.acts(
        'deactivate',
        packs.filter((id) => !left.includes(id)),
        { acknowledge_pattern: 'They were damaged together' },
      ),
    ).toBe('200')
    expect(await pharmacist.randomises()).toEqual({ refused: 'no_study_pack_available' })
    const other = packs.find((id) => !left.includes(id)) ?? 0
    expect(await pharmacist.acts('activate', [other])).toBe(REFUSED)
    expect(await pharmacist.acts('deactivate', left.slice(0, 1))).toBe(REFUSED)
    expect(await administrator.acts('activate', [other])).toBe('200')
    expect(await pharmacist.acts('deactivate', [other])).toBe('200')
  })
})

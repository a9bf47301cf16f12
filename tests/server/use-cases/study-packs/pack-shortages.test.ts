import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attackerIn, stockOfTwoGroups } from '../../../support/pack-attack'
import { grant } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { saveWith, setTo } from '../../../support/save-trial'
import { packTrial, type PackTrial } from '../../../support/study-packs'
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

describe('a shortage that was noticed before', () => {
  /** Saves whether the sites of a Started trial manage their packs. */
  const letSitesManage = async (
    { trial_id, people: { administrator } }: PackTrial,
    is_site_managing_packs: boolean,
  ) => {
    await setTo(administrator, trial_id, 'paused')
    valueOf(await saveWith(administrator, trial_id, { is_site_managing_packs }))
    await setTo(administrator, trial_id, 'started')
  }
  /** A short trial whose sites have begun to manage packs since, with packs at the second site, too. */
  const dividedTrial = async () => {
    const short = await shortTrial({ is_site_managing_packs: false })
    const { trial } = short
    const second = await stockOfTwoGroups(world, trial, { count: 20, seed: 5, status: 1, site: 1 })
    const asUser = { role: 'Site user', trial_id: trial.trial_id, site_id: trial.sites[1]?.id ?? null } as const
    await grant(world, { person: 'unblinder', ...asUser, has_study_packs_access: true, is_blinded_whole: true })
    await letSitesManage(trial, true)
    return { ...short, second }
  }

  test('sites began to manage packs ends only at the site whose stock is changed', async () => {
    const { inactive, second, administrator, pharmacist } = await dividedTrial()
    expect(await administrator.acts('activate', inactive.slice(0, 1))).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(1, 2))).toBe('200')
    expect(await pharmacist.acts('activate', second.slice(0, 7))).toBe(REFUSED)
    expect(await administrator.acts('activate', second.slice(0, 7))).toBe('200')
    expect(await pharmacist.acts('activate', second.slice(7, 8))).toBe('200')
  })

  test('sites began to manage packs is not ended by a pack at no site', async () => {
    const { trial, inactive, administrator, pharmacist } = await dividedTrial()
    const pack = await trial.pack('active', { site_id: null })
    expect(await administrator.acts('deactivate', [pack])).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(0, 1))).toBe(REFUSED)
  })

  test('sites ceased to manage packs ends when the stock of the trial is changed', async () => {
    const { trial, inactive, administrator, pharmacist } = await shortTrial()
    await letSitesManage(trial, false)
    expect(await pharmacist.acts('activate', inactive.slice(0, 1))).toBe(REFUSED)
    expect(await administrator.acts('activate', inactive.slice(0, 1))).toBe('200')
    expect(await pharmacist.acts('activate', inactive.slice(1, 2))).toBe('200')
  })
})

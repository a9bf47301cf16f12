import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { attackerIn, stockOfTwoGroups } from '../../../support/pack-attack'
import { changePermission } from '../../../support/participant-actions'
import { act, packTrial, type PackTrial } from '../../../support/study-packs'
import { saveWith, setTo } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'
import { mailingWorld, storedMessages, type MailingWorld } from '../../ground/mail/mailing-world'

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

const REFUSED = 'needs_unblinded_person'
const DAY_SECONDS = 24 * 3600

/** A trial with active packs at its first site, where everybody who manages packs is blinded. */
const stocked = async (count: number, more: Parameters<typeof packTrial>[1] = {}) => {
  const trial = await packTrial(world, { sample_size: 100, ...more })
  const packs = await stockOfTwoGroups(world, trial, { count, seed: count, status: 2 })
  return { trial, packs, pharmacist: attackerIn(trial, trial.people.unblinder) }
}

describe('the active packs that a blinded person leaves at a site', () => {
  test.each([
    ['none', 12, 12, '200'],
    ['six', 12, 6, '200'],
    ['five', 12, 7, REFUSED],
    ['one', 12, 11, REFUSED],
    ['none of three', 3, 3, '200'],
    ['one of three', 3, 2, REFUSED],
  ])('can be %s of them: %i, less %i, is answered %s', async (_what, count, fewer, answer) => {
    const { packs, pharmacist } = await stocked(count)
    expect(await pharmacist.acts('deactivate', packs.slice(0, fewer))).toBe(answer)
  })

  test('can be the whole stock, however small', async () => {
    const { packs, pharmacist } = await stocked(3)
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    expect(await pharmacist.acts('activate', packs.slice(0, 2))).toBe(REFUSED)
    expect(await pharmacist.acts('activate', packs)).toBe('200')
  })

  test('are as many as the trial sets', async () => {
    const { packs, pharmacist } = await stocked(12, { least_active_packs: 4 })
    expect(await pharmacist.acts('deactivate', packs.slice(0, 9))).toBe(REFUSED)
    expect(await pharmacist.acts('deactivate', packs.slice(0, 8))).toBe('200')
  })

  test('are counted in the whole trial where sites do not manage packs', async () => {
    const { trial, packs, pharmacist } = await stocked(4, { is_site_managing_packs: false })
    await stockOfTwoGroups(world, trial, { count: 4, seed: 5, status: 2, site: 1 })
    expect(await pharmacist.acts('deactivate', packs)).toBe(REFUSED)
    expect(await pharmacist.acts('deactivate', packs.slice(0, 2))).toBe('200')
  })

  test('are not counted for people who see groups, by level 2 or 4', async () => {
    const { trial, packs } = await stocked(12)
    for (const who of ['pharmacist', 'administrator'] as const) {
      const unblinded = attackerIn(trial, trial.people[who])
      expect(await unblinded.acts('deactivate', packs.slice(0, 11))).toBe('200')
      expect(await unblinded.acts('activate', packs.slice(0, 11))).toBe('200')
    }
  })

  test('are counted for people who see labels', async () => {
    const { trial, packs } = await stocked(12)
    await changePermission(world, trial, 'pharmacist', { is_blinded_partial: true })
    expect(await attackerIn(trial, trial.people.pharmacist).acts('deactivate', packs.slice(0, 11))).toBe(REFUSED)
  })
})

test('a refusal changes nothing and names the unblinded people who manage packs there', async () => {
  const { trial, packs } = await stocked(12)
  const { status, problem } = await act(trial, trial.people.unblinder, 'deactivate', {
    study_pack_ids: packs.slice(0, 11),
  })
  expect([status, problem?.code]).toEqual([409, REFUSED])
  // Grace administers the system, Daniel the trial, Marco is the pharmacist there.
  expect(problem?.message).toContain('Ask someone who is not blinded: Grace Okafor, Daniel Lindqvist or Marco Bellini')
  const rows = world.database.queries.selectFrom('study_packs').select('id').where('study_pack_status_id', '=', 2)
  expect((await rows.where('trial_id', '=', trial.trial_id).execute()).length).toBe(12)
})

test.each([
  ['at each site', true],
  ['in this trial', false],
])('a refusal says how many damaged packs may be withdrawn %s', async (where, is_site_managing_packs) => {
  const { trial, packs } = await stocked(6, { is_site_managing_packs })
  const { problem } = await act(trial, trial.people.unblinder, 'remove', { study_pack_ids: packs.slice(0, 4) })
  expect(problem?.message).toContain(`Blinded people can remove up to 3 damaged packs a day ${where}, all together`)
})

describe('a damaged pack is withdrawn for good', () => {
  test('up to three times a day at a site, by whichever blinded person', async () => {
    const { trial, packs, pharmacist } = await stocked(6)
    await changePermission(world, trial, 'pharmacist', { is_blinded_whole: true })
    const colleague = attackerIn(trial, trial.people.pharmacist)
    expect(await pharmacist.acts('remove', packs.slice(0, 1))).toBe('200')
    expect(await colleague.acts('remove', packs.slice(1, 3))).toBe('200')
    expect(await pharmacist.acts('remove', packs.slice(3, 4))).toBe(REFUSED)
    expect(await colleague.acts('remove', packs.slice(3, 4))).toBe(REFUSED)
    world.clock.step(DAY_SECONDS - 1)
    const later = attackerIn(trial, await signedInAs(world, 'unblinder'))
    expect(await later.acts('remove', packs.slice(3, 4))).toBe(REFUSED)
    world.clock.step(1)
    expect(await later.acts('remove', packs.slice(3, 4))).toBe('200')
  })

  test('not four at once', async () => {
    const { packs, pharmacist } = await stocked(6)
    expect(await pharmacist.acts('remove', packs.slice(0, 4))).toBe(REFUSED)
  })

  test('an allocated one at any time', async () => {
    const { trial, packs, pharmacist } = await stocked(6)
    expect(await pharmacist.acts('remove', packs.slice(0, 3))).toBe('200')
    const allocated = await trial.pack('allocated')
    expect(await pharmacist.acts('remove', [allocated])).toBe('200')
  })
})

describe('packs that are missing within a day of a blinded person’s change', () => {
  const alertsOf = async (trial: PackTrial) =>
    (await storedMessages(world, trial)).filter(({ kind }) => kind === 'packs_missing_after_change')

  test('are reported each time, to unblinded people alone, with who changed what', async () => {
    const { trial, packs, pharmacist } = await stocked(12)
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    for (let time = 0; time < 2; time += 1) {
      world.clock.step(60)
      expect(await pharmacist.randomises()).toEqual({ refused: 'no_study_pack_available' })
    }
    const alerts = await alertsOf(trial)
    expect(alerts.map(({ to }) => to)).toEqual([1, 2].flatMap(() => ['administrator', 'coordinator', 'pharmacist']))
    expect(alerts[0]?.facts).toMatchObject({
      changes: [{ by: 'Thomas Achterberg', action: 'deactivate', packs: 12, reason: 'As agreed' }],
    })
  })

  test('are not reported a day later, nor after a change by an unblinded person', async () => {
    const { trial, packs, pharmacist } = await stocked(12)
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    world.clock.step(DAY_SECONDS)
    const missing = { refused: 'no_study_pack_available' }
    expect(await attackerIn(trial, await signedInAs(world, 'unblinder')).randomises()).toEqual(missing)
    const other = await stocked(12)
    expect(await attackerIn(other.trial, other.trial.people.administrator).acts('deactivate', other.packs)).toBe('200')
    expect(await other.pharmacist.randomises()).toEqual(missing)
    expect([await alertsOf(trial), await alertsOf(other.trial)]).toEqual([[], []])
  })
})

describe('the setting of the trial', () => {
  test('is six by default, and not under four', async () => {
    const { trial } = await stocked(6)
    const { administrator } = trial.people
    await setTo(administrator, trial.trial_id, 'paused')
    const saved = await saveWith(administrator, trial.trial_id, { least_active_packs: 3 })
    expect(saved.problem?.fields).toEqual({ least_active_packs: 'Must be at least 4' })
    expect((await saveWith(administrator, trial.trial_id, { least_active_packs: 8 })).status).toBe(200)
  })
})

describe('a blinded administrator cannot change the settings that hide the groups of packs from them', () => {
  const refusedFields = (change: object) =>
    Object.fromEntries(
      Object.keys(change).map((field) => [field, 'Users who are blinded in the trial cannot change this']),
    )
  test.each([
    ['how many packs stay active', { least_active_packs: 4 }],
    ['which packs make up a stock', { is_site_managing_packs: false }],
    ['whether packs are managed', { is_managing_packs: false }],
    ['the time zone in which they read the day of what others did', { selected_timezone: 'Pacific/Auckland' }],
  ])('%s', async (_what, change) => {
    const { trial } = await stocked(6)
    const { administrator } = trial.people
    await setTo(administrator, trial.trial_id, 'paused')
    const blinding = { trial_id: trial.trial_id, site_id: null, is_blinded_whole: true }
    await grant(world, { person: 'administrator', role: 'Trial viewer', ...blinding })
    const saved = await saveWith(administrator, trial.trial_id, change)
    expect(saved.problem?.fields).toMatchObject(refusedFields(change))
  })
})

describe('after an unblinded person let the sites manage their packs, what a blinded person did to all packs counts at each', () => {
  const switched = async () => {
    const { trial, packs, pharmacist } = await stocked(20, { is_site_managing_packs: false })
    const { administrator } = trial.people
    const manageAtSites = async () => {
      await setTo(administrator, trial.trial_id, 'paused')
      expect((await saveWith(administrator, trial.trial_id, { is_site_managing_packs: true })).status).toBe(200)
      await setTo(administrator, trial.trial_id, 'started')
    }
    return { trial, packs, pharmacist, manageAtSites }
  }

  test('missing packs are reported', async () => {
    const { trial, packs, manageAtSites } = await switched()
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: true })
    const coordinator = attackerIn(trial, trial.people.coordinator)
    const south = trial.sites[1]?.id ?? 0
    expect(await coordinator.acts('transfer', packs, { to_site_id: south })).toBe('200')
    await manageAtSites()
    expect(await attackerIn(trial, trial.people.nurse).randomises()).toEqual({ refused: 'no_study_pack_available' })
    const kinds = (await storedMessages(world, trial)).map(({ kind }) => kind)
    expect(kinds).toContain('packs_missing_after_change')
  })

  test('packs that were withdrawn count among the three of a day', async () => {
    const { packs, pharmacist, manageAtSites } = await switched()
    expect(await pharmacist.acts('deactivate', packs)).toBe('200')
    expect(await pharmacist.acts('remove', packs.slice(0, 3))).toBe('200')
    await manageAtSites()
    expect(await pharmacist.acts('activate', packs.slice(3))).toBe('200')
    expect(await pharmacist.acts('deactivate', packs.slice(3))).toBe('200')
    expect(await pharmacist.acts('activate', packs.slice(3, 9))).toBe('200')
    expect(await pharmacist.acts('remove', packs.slice(3, 4))).toBe(REFUSED)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { attackerIn, stockOfTwoGroups } from '../../../support/pack-attack'
import { changePermission } from '../../../support/participant-actions'
import { packTrial, type PackTrial } from '../../../support/study-packs'
import { mailingWorld, storedMessages, type MailingWorld } from '../../ground/mail/mailing-world'

/*
 * Alerts about packs that are missing after changes by blinded people: who gets them, and how much they say (decision
 * 0035).
 */

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

/** A trial whose first site lost its active packs in this many changes by a blinded person. */
const emptied = async (changes: number) => {
  const trial = await packTrial(world, { sample_size: 100 })
  const packs = await stockOfTwoGroups(world, trial, { count: 12, seed: 1, status: 2 })
  const pharmacist = attackerIn(trial, trial.people.unblinder)
  for (let change = 0; change < changes; change += 1)
    expect(await pharmacist.acts(change % 2 === 0 ? 'deactivate' : 'activate', packs)).toBe('200')
  return { trial, pharmacist }
}

const MISSING = { refused: 'no_study_pack_available' }

const alertsOf = async (trial: PackTrial) =>
  (await storedMessages(world, trial)).filter(({ kind }) => kind === 'packs_missing_after_change')

const titleOf = ({ trial_id }: PackTrial) =>
  world.database.queries.selectFrom('trials').select('title').where('id', '=', trial_id).executeTakeFirstOrThrow()

test('an alert lists ten changes, and says how many more there were', async () => {
  const { trial, pharmacist } = await emptied(13)
  expect(await pharmacist.randomises()).toEqual(MISSING)
  const [alert] = await alertsOf(trial)
  expect(alert?.facts).toMatchObject({ changes: { length: 10 }, more: 3 })
  const few = await emptied(1)
  expect(await few.pharmacist.randomises()).toEqual(MISSING)
  expect((await alertsOf(few.trial))[0]?.facts).toMatchObject({ more: 0 })
  await deliverMail(world)
  const tellMore = writtenMail(world.folder).filter(({ source }) => source.includes('3 more within'))
  expect(tellMore.map(({ file }) => file)).toEqual((await alertsOf(trial)).map(({ id }) => `${id}.eml`))
})

describe('where nobody unblinded in the trial manages packs at the site', () => {
  /** A protected trial in which everybody is blinded. */
  const unwatched = async () => {
    const { trial, pharmacist } = await emptied(1)
    for (const person of ['coordinator', 'pharmacist', 'blinded-nurse'] as const)
      await changePermission(world, trial, person, { is_blinded_whole: true })
    await world.database.queries
      .updateTable('trials')
      .set((row) => ({ is_protected_trial: true, setup_version: row('setup_version', '+', 1) }))
      .where('id', '=', trial.trial_id)
      .execute()
    return { trial, pharmacist }
  }

  test('system administrators who are not blinded there get the number of the trial alone', async () => {
    const { trial, pharmacist } = await unwatched()
    expect(await pharmacist.randomises()).toEqual(MISSING)
    const alerts = await alertsOf(trial)
    expect(alerts.map(({ to }) => to)).toEqual(['administrator'])
    await deliverMail(world)
    const [letter] = writtenMail(world.folder).filter(({ file }) => file === `${alerts[0]?.id}.eml`)
    expect(letter?.source).toContain(`Trial: ${trial.trial_id}`)
    const { title } = await titleOf(trial)
    for (const word of [title, trial.sites[0]?.title ?? '', 'Thomas Achterberg', 'As agreed'])
      expect(letter?.source).not.toContain(word)
  })

  test('a blinded one gets nothing', async () => {
    const { trial, pharmacist } = await unwatched()
    const blinded = { trial_id: trial.trial_id, site_id: null, is_blinded_whole: true }
    await grant(world, { person: 'administrator', role: 'Trial viewer', ...blinded })
    expect(await pharmacist.randomises()).toEqual(MISSING)
    expect(await alertsOf(trial)).toEqual([])
  })
})

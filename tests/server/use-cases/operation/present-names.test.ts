import { createTrial } from '#contract/trials'
import { getUser } from '#contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { saveWith, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { create, createMany, update } from '../people/users/user-calls'

/* A zone is accepted under its present and former names, and stored under its present one. */

let world: TestPortal
let administrator: SignedIn
beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const NAMES = [
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Eastern', 'America/New_York'],
  ['UTC', 'Etc/UTC'],
] as const

const zoneOf = async (userId: number) =>
  valueOf(await ask(administrator, getUser.response, `users/${userId}`)).selected_timezone

describe.each(NAMES)('%s is stored as %s', (sent, stored) => {
  test('of a person, alone, in an import, and when it is changed', async () => {
    const email = (name: string) => `${name}-${sent.replace('/', '-')}@example.org`.toLowerCase()
    const one = valueOf(await create(administrator, { name: 'Ada', email: email('ada'), selected_timezone: sent }))
    if (!('id' in one)) throw new Error('one user is one')
    expect(await zoneOf(one.id)).toBe(stored)
    await update(administrator, one.id, { name: 'Ada', email: email('ada'), selected_timezone: 'Africa/Lagos' })
    await update(administrator, one.id, { name: 'Ada', email: email('ada'), selected_timezone: sent })
    expect(await zoneOf(one.id)).toBe(stored)
    const many = valueOf(
      await createMany(administrator, [{ name: 'Ben', email: email('ben'), selected_timezone: sent }]),
    )
    if (!('data' in many)) throw new Error('an import is a list')
    expect(await zoneOf(many.data[0]?.id ?? 0)).toBe(stored)
  })

  test('of a trial, new and saved', async () => {
    const form = aTrialForm({ selected_timezone: sent })
    const { id } = valueOf(await ask(administrator, createTrial.response, 'trials', posted(form)))
    const trial = () => shownTo(administrator, id)
    expect((await trial()).selected_timezone).toBe(stored)
    valueOf(await saveWith(administrator, id, { selected_timezone: 'Africa/Lagos' }))
    valueOf(await saveWith(administrator, id, { selected_timezone: sent }))
    expect((await trial()).selected_timezone).toBe(stored)
  })
})

test("a trial's zone that is no longer supported stays, and prevents no save", async () => {
  const { trial_id } = await aTrial(world, { status: 'planning' })
  const trials = world.database.queries.updateTable('trials').where('id', '=', trial_id)
  await trials.set({ selected_timezone: 'Etc/GMT+5' }).execute()
  expect(valueOf(await saveWith(administrator, trial_id, { title: 'Renamed' }))).toMatchObject({
    title: 'Renamed',
    selected_timezone: 'Etc/GMT+5',
  })
  const other = await saveWith(administrator, trial_id, { selected_timezone: 'Etc/GMT+6' })
  expect(other.problem?.fields).toEqual({ selected_timezone: 'This time zone is not supported' })
})

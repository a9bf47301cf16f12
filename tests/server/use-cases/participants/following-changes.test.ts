import { getParticipantsSnapshot } from '#contract/participant-actions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { TEST_SERVER } from '../../../support/database'
import { flag } from '../../../support/flag'
import { followingDevice } from '../../../support/following-device'
import { giveParticipants } from '../../../support/many-participants'
import { changePermission, drawnAt, everybody, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import type { SignedIn } from '../../../support/sign-in'

let world: TestPortal
let people: Record<SampleAccountKey, SignedIn>
beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())

const pathOf = ({ trial_id }: BuiltTrial) => `trials/${trial_id}/participants/snapshot`

const listFor = async (who: SignedIn, trial: BuiltTrial, query = '') => {
  const { headers, ...answer } = await ask(who, getParticipantsSnapshot.response, `${pathOf(trial)}${query}`)
  return { ...valueOf({ headers, ...answer }), version: headers.get('ETag')?.replaceAll('"', '') ?? '' }
}

const numbersOf = (list: readonly { trial_sequence_no: number }[]) =>
  list.map(({ trial_sequence_no }) => trial_sequence_no)

/**
 * A trial with more participants than one piece of a list has, inserted straight into the database. More can be
 * randomised.
 */
const largeTrial = async (count: number): Promise<BuiltTrial> => {
  const trial = await staffedTrial(world)
  const { queries } = world.database
  await giveParticipants(queries, trial.trial_id, { count, days: 90, until: world.clock.now() })
  await queries
    .updateTable('trials')
    .set({ last_sequence_no: count, allocation_counter: count })
    .where('id', '=', trial.trial_id)
    .execute()
  return trial
}

describe('a device that follows a trial', () => {
  test('has the same list after every change as after fetching everything again', async () => {
    const trial = await staffedTrial(world)
    const devices = await Promise.all(
      (['coordinator', 'nurse'] as const).map(async (person) => ({
        person,
        device: await followingDevice(world, people[person], trial.trial_id),
      })),
    )
    const drawn: { id: number; isFlagged: boolean }[] = []
    const act = fc.record({ kind: fc.constantFrom('randomise', 'flag', 'move'), pick: fc.nat(), follows: fc.nat(3) })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        for (const { kind, pick, follows } of acts) {
          const one = drawn[pick % (drawn.length || 1)]
          if (kind === 'randomise' || !one) {
            const { id } = await drawnAt(people.administrator, trial, pick % 2)
            drawn.push({ id, isFlagged: false })
          } else if (kind === 'flag') {
            const flag_status = one.isFlagged ? 'Unflagged' : 'Flagged'
            valueOf(await flag(people.administrator, trial, one, { flag_status }))
            one.isFlagged = !one.isFlagged
          } else {
            // The portal moves no participant to another site, but an operator may do so in the database.
            const site_id = trial.sites[pick % 2]?.id ?? 0
            await world.database.queries.updateTable('participants').set({ site_id }).where('id', '=', one.id).execute()
          }
          for (const [place, { person, device }] of devices.entries()) {
            if (follows !== place && follows !== 3) continue
            expect(await device.list()).toEqual((await listFor(people[person], trial)).data)
          }
        }
      }),
      { numRuns: 12 },
    )
    for (const { device } of devices) device.close()
  })

  test('fetches only changed participants', async () => {
    const trial = await largeTrial(1_203)
    const device = await followingDevice(world, people.coordinator, trial.trial_id)
    const list = await device.list()
    expect([list.length, device.askedSince()]).toEqual([1_203, null])
    const added = await drawnAt(people.administrator, trial, 0)
    const flagged = list[700]
    if (!flagged) throw new Error('there are 1,203')
    valueOf(await flag(people.administrator, trial, flagged))
    const followed = await device.list()
    expect(numbersOf(device.answered().data)).toEqual([flagged.trial_sequence_no, added.trial_sequence_no])
    expect([followed.length, followed[700]?.flag_status.name]).toEqual([1_204, 'Flagged'])
    expect(followed).toEqual((await listFor(people.coordinator, trial)).data)
    await device.list()
    expect(device.answered().data).toEqual([])
    device.close()
  })

  test('takes everything again when its person reaches other sites', async () => {
    const trial = await staffedTrial(world)
    for (const site of [0, 1, 0]) await drawnAt(people.administrator, trial, site)
    const device = await followingDevice(world, people.nurse, trial.trial_id)
    expect(numbersOf(await device.list())).toEqual([1, 3])
    await changePermission(world, trial, 'nurse', { site_id: trial.sites[1]?.id ?? null })
    expect(numbersOf(await device.list())).toEqual([2])
    expect(device.answered().since).toBeUndefined()
    await changePermission(world, trial, 'nurse', { ended_at: world.clock.now() })
    await expect(device.list()).rejects.toThrow('not_found')
    device.close()
  })

  test('takes everything again when its version is of a history that a restored backup ended', async () => {
    const trial = await staffedTrial(world)
    await drawnAt(people.administrator, trial, 0)
    const device = await followingDevice(world, people.coordinator, trial.trial_id)
    await device.list()
    // The same number in another history, as after a restore.
    await sql`update participant_changes set token = gen_random_uuid() where trial_id = ${trial.trial_id}`.execute(
      world.database.queries,
    )
    await device.list()
    expect([device.askedSince() !== null, device.answered().since]).toEqual([true, undefined])
    device.close()
  })
})

describe('a version', () => {
  test('answers 304 to a device that has it, and the whole list once anything has changed', async () => {
    const trial = await staffedTrial(world)
    await drawnAt(people.administrator, trial, 0)
    const { version } = await listFor(people.coordinator, trial)
    const again = (tag: string) => people.coordinator.fetch(pathOf(trial), { headers: { 'If-None-Match': tag } })
    const same = await again(`"none", W/"${version}"`)
    expect([same.status, await same.text(), same.headers.get('ETag')]).toEqual([304, '', `"${version}"`])
    expect(same.headers.get('X-Api')).toBe('equipoise/1')
    await drawnAt(people.administrator, trial, 0)
    const changed = await again(`"${version}"`)
    expect([changed.status, numbersOf(JSON.parse(await changed.text()).data)]).toEqual([200, [1, 2]])
  })

  test('of a person who reaches other sites is invalid', async () => {
    const trial = await staffedTrial(world)
    for (const site of [0, 1]) await drawnAt(people.administrator, trial, site)
    const { version } = await listFor(people.coordinator, trial)
    const same = await people.nurse.fetch(pathOf(trial), { headers: { 'If-None-Match': `"${version}"` } })
    expect([same.status, numbersOf(JSON.parse(await same.text()).data)]).toEqual([200, [1]])
    const followed = await listFor(people.nurse, trial, `?since=${version}`)
    expect([followed.since, numbersOf(followed.data)]).toEqual([undefined, [1]])
  })

  test('that is invalid is refused', async () => {
    const { problem } = await ask(
      people.coordinator,
      getParticipantsSnapshot.response,
      `${pathOf(await staffedTrial(world))}?since=yesterday`,
    )
    expect(problem).toMatchObject({ code: 'validation_failed' })
  })

  test('of a trial without participants is followed to the first of them', async () => {
    const trial = await staffedTrial(world)
    const device = await followingDevice(world, people.coordinator, trial.trial_id)
    expect(await device.list()).toEqual([])
    await drawnAt(people.administrator, trial, 0)
    expect(numbersOf(await device.list())).toEqual([1])
    device.close()
  })
})

describe('a list of several pieces', () => {
  test('is the same compressed and uncompressed, for everybody who asks at once and after each change', async () => {
    const trial = await largeTrial(1_500)
    const everywhere = async (encoding: string) => {
      const headers = { 'Accept-Encoding': encoding }
      const answer = await people.coordinator.fetch(pathOf(trial), { headers })
      return { encoding: answer.headers.get('Content-Encoding'), data: JSON.parse(await answer.text()).data }
    }
    const expectAlike = async (count: number) => {
      const answers = await Promise.all(['gzip', 'gzip;q=0', 'identity', 'br, gzip'].map(everywhere))
      expect(answers.map(({ encoding }) => encoding)).toEqual(['gzip', null, null, 'gzip'])
      for (const { data } of answers) expect(data).toEqual(answers[0]?.data)
      expect(numbersOf(answers[0]?.data ?? [])).toEqual(Array.from({ length: count }, (_, place) => place + 1))
    }
    await expectAlike(1_500)
    await drawnAt(people.administrator, trial, 1)
    await expectAlike(1_501)
  })
})

test.runIf(TEST_SERVER)(
  'a change that is committed late delays no earlier request, and is missed by no later one',
  async () => {
    const trial = await aTrial(world)
    const [first, second] = [
      await drawnAt(people.administrator, trial, 0),
      await drawnAt(people.administrator, trial, 0),
    ]
    const device = await followingDevice(world, people.administrator, trial.trial_id)
    await device.list()
    const other = await world.database.openAnother()
    const changing = (queries: typeof other.queries, id: number) =>
      queries.updateTable('participants').set({ is_flagged: true }).where('id', '=', id).execute()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    let began = () => {}
    const begun = new Promise<void>((resolve) => (began = resolve))
    const late = other.queries.transaction().execute(async (transaction) => {
      await changing(transaction, first.id)
      began()
      await finished
    })
    await begun
    // It has the number after the uncommitted change, so it must not be committed before that.
    const next = changing(world.database.queries, second.id)
    const flagged = async () => (await device.list()).filter(({ flag_status }) => flag_status.name === 'Flagged').length
    expect(await flagged()).toBe(0)
    finish()
    await Promise.all([late, next])
    expect(await flagged()).toBe(2)
    device.close()
    await other.close()
  },
)

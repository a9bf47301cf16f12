import { getParticipantsSnapshot } from '#contract/participant-actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { changePermission, drawnAt, everybody, GROUP_WORDS, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import type { SignedIn } from '../../../support/sign-in'

let world: TestPortal
let people: Record<SampleAccountKey, SignedIn>
let trial: BuiltTrial
let drawn: Awaited<ReturnType<typeof drawnAt>>[]

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await staffedTrial(world, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  drawn = []
  for (const site of [0, 1, 0, 1, 0]) drawn.push(await drawnAt(people.administrator, trial, site))
  await drawnAt(people.administrator, await aTrial(world), 0)
  const [first] = drawn
  if (first) valueOf(await flag(people.administrator, trial, first, { comment: 'Not for the device' }))
})
afterAll(() => world.stop())

const snapshotFor = (person: SampleAccountKey, trial_id = trial.trial_id) =>
  ask(people[person], getParticipantsSnapshot.response, `trials/${trial_id}/participants/snapshot`)

describe('the snapshot of the participants', () => {
  test('has all of them at once, in order of their numbers, with the storable fields and no more', async () => {
    const { data } = valueOf(await snapshotFor('administrator'))
    expect(data).toEqual(
      drawn.map(({ id, trial_sequence_no, site }, place) => ({
        id,
        trial_sequence_no,
        participant_id: null,
        site_id: site.id,
        flag_status: { name: place === 0 ? 'Flagged' : 'Unflagged' },
      })),
    )
  })

  test.each<[SampleAccountKey, number[]]>([
    ['nurse', [1, 3, 5]],
    ['unblinder', [1, 3, 5]],
    ['monitor', [1, 2, 3, 4, 5]],
    ['coordinator', [1, 2, 3, 4, 5]],
  ])('is limited to the sites of its viewer: %s', async (person, numbers) => {
    const { data } = valueOf(await snapshotFor(person))
    expect(data.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual(numbers)
  })

  test('has no group, no answer and no comment, also for people who may see them', async () => {
    for (const person of ['administrator', 'coordinator', 'nurse'] as const) {
      const { text } = await snapshotFor(person)
      expect(text).not.toMatch(GROUP_WORDS)
      expect(text).not.toMatch(/Female|Not for the device|study|comment/)
    }
  })

  test('has participant ids where the trial uses them', async () => {
    const { trial_id, sites } = await staffedTrial(world, { is_participant_id_used: true })
    const site_id = sites[0]?.id
    await randomise(people.administrator, trial_id, { site_id, participant_id: 'W-1' })
    expect(valueOf(await snapshotFor('nurse', trial_id)).data).toMatchObject([{ participant_id: 'W-1', site_id }])
  })

  test('is empty where nobody has been randomised', async () => {
    const { trial_id } = await staffedTrial(world, { status: 'planning' })
    expect(valueOf(await snapshotFor('nurse', trial_id))).toEqual({ data: [] })
  })

  test('is not found for people who may not know of the trial', async () => {
    const other = await aTrial(world)
    expect((await snapshotFor('nurse', other.trial_id)).problem?.code).toBe('not_found')
    expect((await snapshotFor('administrator', 999_999)).problem?.code).toBe('not_found')
    const lost = await staffedTrial(world)
    await changePermission(world, lost, 'nurse', { ended_at: world.clock.now() })
    expect((await snapshotFor('nurse', lost.trial_id)).status).toBe(404)
  })

  test('is only read', async () => {
    const path = `trials/${trial.trial_id}/participants/snapshot`
    const response = await people.administrator.fetch(path, posted({}))
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET'])
  })
})

import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChain } from '../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../support/portal'
import { act, packTrial, type PackTrial } from '../../../support/study-packs'

/* People who see the groups of packs are warned before their act would reveal the groups. Others are not warned. */

let world: TestPortal
let trial: PackTrial
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

/** The ids of twelve Active packs of each group at the first site, by group. */
const stocked = async (): Promise<[number[], number[]]> => {
  trial = await packTrial(world)
  const ids: [number[], number[]] = [[], []]
  for (let index = 0; index < 24; index += 1) {
    const group = trial.study_groups[index % 2]
    ids[index % 2 === 0 ? 0 : 1].push(await trial.pack('active', { study_group_id: group?.id ?? 0 }))
  }
  return ids
}

const packStates = async () =>
  world.database.queries
    .selectFrom('study_packs')
    .select(['id', 'study_pack_status_id', 'site_id', 'expire_on', 'duration'])
    .where('trial_id', '=', trial.trial_id)
    .orderBy('id')
    .execute()

const CHANGES = [
  ['deactivate', {}, 'The status differs by study group'],
  ['remove', {}, 'The status differs by study group'],
  ['expire', {}, 'The status differs by study group'],
  ['update', { expire_on: '2098-01-01', duration: 7 }, 'The expiry date differs by study group'],
  ['transfer', {}, 'The site differs by study group'],
] as const

describe('a person who sees the groups of packs', () => {
  test.each(CHANGES)('is refused to %s those of one group until they give a reason', async (action, more, message) => {
    const [ofFirst] = await stocked()
    const before = await packStates()
    const body = {
      study_pack_ids: ofFirst,
      ...more,
      ...(action === 'transfer' && { to_site_id: trial.sites[1]?.id }),
    }
    const { administrator } = trial.people
    for (const acknowledge_pattern of [null, '  ']) {
      const refused = await act(trial, administrator, action, { ...body, acknowledge_pattern })
      expect([refused.status, refused.problem?.code]).toEqual([422, 'validation_failed'])
      expect(refused.problem?.fields?.['acknowledge_pattern']).toContain(message)
    }
    expect(await packStates()).toEqual(before)
    const reason = 'This lot is short of its label'
    expect((await act(trial, administrator, action, { ...body, acknowledge_pattern: reason })).status).toBe(200)
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)?.changes[0]).toEqual({ field: 'acknowledge_pattern', old: null, new: reason })
  })

  test('needs no reason for packs of both groups, or for a single one', async () => {
    const [ofFirst, ofSecond] = await stocked()
    const { administrator } = trial.people
    const some = [...ofFirst.slice(0, 6), ...ofSecond.slice(0, 6)]
    expect((await act(trial, administrator, 'deactivate', { study_pack_ids: some })).status).toBe(200)
    expect((await act(trial, administrator, 'remove', { study_pack_id: ofFirst[7] })).status).toBe(200)
  })
})

test.each(['pharmacist', 'unblinder'] as const)(
  'a person who sees no group of a pack learns of no pattern: %s, whatever the packs are of',
  async (person) => {
    const [ofFirst, ofSecond] = await stocked()
    const mixed = [...ofFirst.slice(0, 6), ...ofSecond.slice(0, 6)]
    const answers = []
    for (const study_pack_ids of [ofFirst, mixed]) {
      const { status, problem } = await act(trial, trial.people[person], 'deactivate', { study_pack_ids })
      answers.push([status, problem?.code])
      const inactive = studyPackStatusId('inactive')
      const done = (await packStates()).filter(({ study_pack_status_id }) => study_pack_status_id === inactive)
      await act(trial, trial.people.administrator, 'activate', {
        study_pack_ids: done.map(({ id }) => id),
        acknowledge_pattern: 'For a test',
      })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual([200, undefined])
  },
)

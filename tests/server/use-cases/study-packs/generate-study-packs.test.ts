import { generateStudyPacks, importStudyPacks, type GeneratedPack } from '#contract/study-pack-import'
import { checkDigit } from '#domain/study-packs/check-digit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { GROUP_WORDS } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { packsShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
let trial: PackTrial
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { is_confirmable: true })
})
afterAll(() => world.stop())

const [A, B] = [0, 1]
const counts = (first: number, second: number) => [
  { id: trial.study_groups[A]?.id, count: first },
  { id: trial.study_groups[B]?.id, count: second },
]

const generate = (body: object = {}, who: SampleAccountKey = 'administrator') =>
  ask(
    trial.people[who],
    generateStudyPacks.response,
    trial.path('/generate'),
    posted({
      batch_id: 'G1',
      prefix: 'PK-',
      study_groups: counts(100, 100),
      site_id: trial.sites[0]?.id,
      duration: 28,
      expire_on: '2027-06-30',
      ...body,
    }),
  )
const generated = async (body?: object): Promise<GeneratedPack[]> => valueOf(await generate(body)).data

describe('nothing is generated', () => {
  test.each<[string, () => object, Record<string, string>]>([
    ['without a batch', () => ({ batch_id: '' }), { batch_id: 'This field is required' }],
    [
      'with a prefix of other characters',
      () => ({ prefix: 'P K' }),
      { prefix: 'At most 20 letters, digits and hyphens' },
    ],
    [
      'with a prefix too long',
      () => ({ prefix: 'P'.repeat(21) }),
      { prefix: 'At most 20 letters, digits and hyphens' },
    ],
    ['for no groups', () => ({ study_groups: [] }), { study_groups: 'Must ask for at least one pack' }],
    ['for no packs', () => ({ study_groups: counts(0, 0) }), { study_groups: 'Must ask for at least one pack' }],
    ['for too many packs', () => ({ study_groups: counts(10_000, 10_001) }), { study_groups: 'At most 20,000 packs' }],
    ['for half a pack', () => ({ study_groups: counts(1, 0.5) }), { 'study_groups.1.count': 'Must be a whole number' }],
    [
      'for a group twice',
      () => ({ study_groups: [...counts(1, 1), ...counts(1, 1)] }),
      { study_groups: 'Lists a study group twice' },
    ],
    [
      'for a group of another trial',
      () => ({ study_groups: [{ id: 999_999, count: 1 }] }),
      { 'study_groups.0.id': 'Not a study group of this trial' },
    ],
    ['for a site of another trial', () => ({ site_id: 999_999 }), { site_id: 'Not a site of this trial' }],
    [
      'for no site, where sites manage packs',
      () => ({ site_id: null }),
      { site_id: 'A site is required, because sites manage packs' },
    ],
    ['for a day that is past', () => ({ expire_on: '2026-11-20' }), { expire_on: 'Date is in the past' }],
    ['for a day that there is not', () => ({ expire_on: '2027-02-29' }), { expire_on: 'Must be a real date' }],
    ['for a duration below nothing', () => ({ duration: -1 }), { duration: 'Must be at least 0' }],
  ])('%s', async (_what, body, fields) => {
    const { status, problem } = await generate(body())
    expect([status, problem?.code, problem?.fields]).toEqual([422, 'validation_failed', fields])
  })

  test.each<SampleAccountKey>(['coordinator', 'pharmacist', 'unblinder', 'monitor'])('for the %s', async (who) => {
    const { status, problem, text } = await generate({}, who)
    expect([status, problem?.code]).toEqual([403, 'forbidden'])
    expect(text).not.toMatch(GROUP_WORDS)
  })

  test('for a blinded person, at whatever level', async () => {
    const blinding = await packTrial(world)
    const { trial_id, study_groups, sites, path, people } = blinding
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_partial: true,
    })
    const body = {
      batch_id: 'G',
      prefix: '',
      study_groups: [{ id: study_groups[0]?.id, count: 1 }],
      site_id: sites[0]?.id,
    }
    const { status, problem, text } = await ask(
      people.administrator,
      generateStudyPacks.response,
      path('/generate'),
      posted(body),
    )
    expect([status, problem?.code]).toEqual([403, 'blinded'])
    expect(text).not.toMatch(GROUP_WORDS)
  })
})

describe('packs are generated', () => {
  test('in the given number for each group, alike in all but id and code', async () => {
    const packs = await generated({ study_groups: counts(30, 60) })
    const names = packs.map(({ study_group }) => study_group)
    expect(names.filter((name) => name === trial.study_groups[A]?.name)).toHaveLength(30)
    expect(names.filter((name) => name === trial.study_groups[B]?.name)).toHaveLength(60)
    for (const pack of packs) {
      expect(pack).toMatchObject({ site: 'Northern General', duration: 28, expire_on: '2027-06-30' })
      expect(pack.confirmation_code).toMatch(/^\d{3}$/)
    }
  })

  test('with the prefix, digits of one length, and their check digit', async () => {
    for (const { pack_id } of await generated()) {
      expect(pack_id).toMatch(/^PK-\d{6}$/)
      expect(checkDigit(pack_id.slice(3))).toBe('0')
    }
  })

  test('with ids that differ and are in no order', async () => {
    const ids = (await generated()).map(({ pack_id }) => pack_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toEqual(ids.toSorted())
    const steps = new Set(
      ids.toSorted().map((id, index, all) => Number(id.slice(3)) - Number(all[index - 1]?.slice(3))),
    )
    expect(steps.size).toBeGreaterThan(50)
  })

  test('differently each time, and leave nothing but an entry each, without any group', async () => {
    const before = await readChain(world.database.queries, trial.trial_id)
    const [one, other] = [await generated(), await generated()]
    expect(one).not.toEqual(other)
    expect(await packsShown(trial, trial.people.administrator)).toEqual([])
    const after = await readChain(world.database.queries, trial.trial_id)
    const entries = after.entries
      .slice(before.length)
      .map(({ kind, description, changes }) => [kind, description, changes])
    const words = `200 study packs generated for trial ${trial.trial_id} with batch G1`
    const place = [
      { field: 'site_id', old: null, new: trial.sites[0]?.id },
      { field: 'expire_on', old: null, new: '2027-06-30' },
    ]
    expect(entries).toEqual([
      ['study_packs_generated', words, place],
      ['study_packs_generated', words, place],
    ])
  })

  test('without codes and sites, where the trial has none', async () => {
    const plain = await packTrial(world, { is_site_managing_packs: false })
    const body = { batch_id: 'G', prefix: '', study_groups: [{ id: plain.study_groups[0]?.id, count: 1 }] }
    const { data } = valueOf(
      await ask(plain.people.administrator, generateStudyPacks.response, plain.path('/generate'), posted(body)),
    )
    expect(data).toEqual([
      {
        pack_id: expect.stringMatching(/^\d{6}$/),
        study_group: plain.study_groups[0]?.name,
        site: null,
        duration: null,
        expire_on: null,
        confirmation_code: null,
      },
    ])
  })

  test('as rows that can be imported unchanged, and never with an id of the trial', async () => {
    const send = (study_packs: GeneratedPack[], batch_id: string) =>
      ask(
        trial.people.administrator,
        importStudyPacks.response,
        trial.path('/import'),
        posted({ batch_id, study_packs }),
      )
    for (const batch of ['G1', 'G2', 'G3']) {
      expect(valueOf(await send(await generated({ prefix: '' }), batch)).data.created).toBe(200)
    }
  })
})

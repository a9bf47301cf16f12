import { MAX_IMPORT_BYTES } from '#contract/endpoint'
import { importStudyPacks } from '#contract/study-pack-import'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await packTrial(world, { is_confirmable: true })
})

/** A row of a list that reveals nothing: the groups are in an order without a pattern. */
const row = (index: number) => ({
  pack_id: `PK-${7919 * index + 10_007}`,
  study_group: trial.study_groups['ABBABAABBAAB'[index % 12] === 'A' ? 0 : 1]?.name,
  site: 'Northern General',
  duration: 28,
  expire_on: '2027-06-30',
  confirmation_code: String((index * 379) % 1000).padStart(3, '0'),
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index))

const send = (body: object, who: SampleAccountKey = 'administrator', headers: Record<string, string> = {}) =>
  ask(trial.people[who], importStudyPacks.response, trial.path('/import'), posted({ batch_id: 'B1', ...body }, headers))

const faultsOf = async (body: object) => {
  const { status, problem } = await send(body)
  return [status, problem?.code, problem?.rows]
}
const listed = () => packsShown(trial, trial.people.administrator, '?logs=true')

describe('a list is refused', () => {
  test.each<[string, object, Record<string, string>]>([
    ['without a batch', { batch_id: ' ', study_packs: [{}] }, { batch_id: 'This field is required' }],
    ['without packs', {}, { study_packs: 'Must be a list of packs' }],
    ['of no packs', { study_packs: [] }, { study_packs: 'Must contain at least one pack' }],
    ['that holds what is no row', { study_packs: ['PK-1'] }, { 'study_packs.0': 'Must be an object' }],
    ['with a column that is not known', { study_packs: [{ colour: 1 }] }, { 'study_packs.0.colour': 'Unknown field' }],
    [
      'with a cell that is neither text nor number',
      { study_packs: [{ pack_id: ['PK-1'] }] },
      { 'study_packs.0.pack_id': 'Must be text or a number' },
    ],
  ])('%s', async (_what, body, fields) => {
    const { status, problem } = await send(body)
    expect([status, problem?.code, problem?.fields]).toEqual([422, 'validation_failed', fields])
  })

  test('of more than 20,000 packs', async () => {
    const { problem } = await send({ study_packs: Array.from({ length: 20_001 }, () => ({})) })
    expect(problem?.fields).toEqual({ study_packs: 'At most 20,000 packs' })
  })

  test('of more than 10 MiB', async () => {
    const { status, problem } = await send({ study_packs: [{ pack_id: 'x'.repeat(MAX_IMPORT_BYTES) }] })
    expect([status, problem?.code, problem?.message]).toEqual([
      413,
      'body_too_large',
      'The request is larger than 10 MiB',
    ])
  })

  test('whole, with every faulty cell named, and nothing is stored', async () => {
    const study_packs = [row(0), { ...row(1), study_group: 'Placebo', duration: 'x' }, row(2), { ...row(3), site: '' }]
    expect(await faultsOf({ study_packs })).toEqual([
      422,
      'validation_failed',
      [
        { row: 2, column: 'study_group', message: 'The trial has no study group “Placebo”' },
        { row: 2, column: 'duration', message: 'Must be whole days, from 0 to 36500' },
        { row: 4, column: 'site', message: 'A site is required, because sites manage packs' },
      ],
    ])
    expect(await listed()).toEqual([])
  })

  test('with ids that packs of the trial have, in upper or lower case', async () => {
    valueOf(await send({ study_packs: rows(12) }))
    const study_packs = [row(12), { ...row(13), pack_id: row(3).pack_id.toLowerCase() }]
    expect(await faultsOf({ batch_id: 'B2', study_packs })).toEqual([
      422,
      'validation_failed',
      [{ row: 2, column: 'pack_id', message: 'A pack in this trial already has this ID' }],
    ])
    expect(await listed()).toHaveLength(12)
  })

  test('in a trial that manages no packs', async () => {
    trial = await packTrial(world, { is_managing_packs: false, is_site_managing_packs: false })
    const { status, problem } = await send({ study_packs: rows(2) })
    expect([status, problem?.code]).toEqual([409, 'packs_not_managed'])
  })

  test.each<SampleAccountKey>(['coordinator', 'pharmacist', 'monitor'])('from the %s', async (who) => {
    const { status, problem } = await send({ study_packs: rows(12) }, who)
    expect([status, problem?.code]).toEqual([403, 'forbidden'])
  })

  test('from a blinded person, at whatever level, without a word about the groups', async () => {
    const { trial_id } = trial
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const { status, text } = await send({ study_packs: [{ ...row(0), study_group: 'Placebo' }] })
    expect([status, text]).toEqual([403, expect.stringContaining('"blinded"')])
    expect(text).not.toMatch(GROUP_WORDS)
  })
})

describe('a list is accepted', () => {
  test('whole, as Inactive packs, each with the person who imported it', async () => {
    expect(valueOf(await send({ study_packs: rows(12) }))).toEqual({ data: { created: 12 } })
    const packs = await listed()
    expect(packs).toHaveLength(12)
    for (const sent of rows(12)) {
      const pack = packs.find(({ pack_id }) => pack_id === sent.pack_id)
      expect(pack).toMatchObject({
        batch_id: 'B1',
        study_pack_status_id: 1,
        site_id: trial.sites[0]?.id,
        study_group: { name: sent.study_group },
        duration: 28,
        expire_on: '2027-06-30',
        last_allocation_date: '2027-06-02',
        study_pack_logs: [
          {
            action: 'import',
            comment: 'Imported with batch B1',
            actioned_by_user: { id: world.personId('administrator') },
          },
        ],
      })
    }
  })

  test('with the leading zeros of its codes, and in random order', async () => {
    valueOf(await send({ study_packs: rows(24) }))
    const stored = await world.database.queries
      .selectFrom('study_packs')
      .select(['pack_id', 'confirmation_code'])
      .where('trial_id', '=', trial.trial_id)
      .orderBy('id')
      .execute()
    const sent = rows(24).map(({ pack_id, confirmation_code }) => ({ pack_id, confirmation_code }))
    expect(stored).not.toEqual(sent)
    expect(new Map(stored.map((pack) => [pack.pack_id, pack.confirmation_code]))).toEqual(
      new Map(sent.map((pack) => [pack.pack_id, pack.confirmation_code])),
    )
  })

  test('that is longer than one statement stores: whole, each pack with its one event, or nothing of it', async () => {
    const long = { study_packs: rows(1201), acknowledge_pattern: 'The maker numbers them' }
    const fault = { ...row(1200), duration: 'x' }
    const refused = await send({ ...long, study_packs: [...rows(1200), fault] })
    expect(refused.problem?.rows).toEqual([{ row: 1201, column: 'duration', message: expect.any(String) }])
    expect(await listed()).toEqual([])
    expect(valueOf(await send(long)).data.created).toBe(1201)
    const packs = await listed()
    expect(new Set(packs.map(({ pack_id }) => pack_id))).toEqual(new Set(rows(1201).map(({ pack_id }) => pack_id)))
    expect(packs.every(({ study_pack_logs = [] }) => study_pack_logs.length === 1)).toBe(true)
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)?.changes).toHaveLength(1201)
  })

  test('as a file writes it: text in every cell, names in upper or lower case', async () => {
    const study_packs = rows(12).map((pack) => ({ ...pack, duration: '28', site: ' NORTHERN general ' }))
    expect(valueOf(await send({ study_packs })).data.created).toBe(12)
  })

  test('with an entry in the audit log that names its packs and no groups', async () => {
    valueOf(await send({ study_packs: rows(12) }))
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'study_packs_imported',
      description: `12 study packs imported into trial ${trial.trial_id} with batch B1`,
      reason: null,
      user_id: world.personId('administrator'),
    })
    const { changes = [] } = entries.at(-1) ?? {}
    expect(new Set(changes.map(({ field }) => field))).toEqual(
      new Set(rows(12).map(({ pack_id }) => `study_packs.${pack_id}.study_pack_status_id`)),
    )
    expect(JSON.stringify(entries.at(-1))).not.toMatch(GROUP_WORDS)
  })

  test('once for its key', async () => {
    const key = { 'Idempotency-Key': 'import-once' }
    valueOf(await send({ study_packs: rows(12) }, 'administrator', key))
    const again = await send({ study_packs: rows(12) }, 'administrator', key)
    expect([again.status, again.replayed, again.value]).toEqual([201, true, { data: { created: 12 } }])
    expect(await listed()).toHaveLength(12)
  })

  test('once where two come at once, and each row is named to the other', async () => {
    const [one, other] = await Promise.all([send({ study_packs: rows(12) }), send({ study_packs: rows(12) })])
    const [won, lost] = one.status === 201 ? [one, other] : [other, one]
    expect([won.status, lost.status]).toEqual([201, 422])
    expect(lost.problem?.rows).toHaveLength(12)
    expect(await listed()).toHaveLength(12)
  })
})

describe('a list with a pattern that reveals the groups', () => {
  const telling = () =>
    rows(12).map((pack) => ({ ...pack, expire_on: pack.study_group === row(0).study_group ? null : '2027-01-31' }))

  test('is refused with an explanation', async () => {
    const { status, problem } = await send({ study_packs: telling() })
    expect([status, problem?.fields]).toEqual([422, { acknowledge_pattern: 'The expiry date differs by study group' }])
    expect(await listed()).toEqual([])
  })

  test('is refused with every pattern in it', async () => {
    const study_packs = rows(12).map((pack) => ({ ...pack, study_group: row(0).study_group }))
    const { problem } = await send({ study_packs })
    expect(problem?.fields).toEqual({ acknowledge_pattern: 'The batch does not have packs of every study group' })
  })

  test('is not accepted with a reason of blanks', async () => {
    expect((await send({ study_packs: telling(), acknowledge_pattern: '  ' })).status).toBe(422)
  })

  test('is accepted with a reason, which is in the audit log and not with the packs', async () => {
    const reason = 'Two makers with other shelf lives'
    valueOf(await send({ study_packs: telling(), acknowledge_pattern: reason }))
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'study_packs_imported', reason })
    expect(JSON.stringify(await listed())).not.toContain(reason)
  })

  test.each([
    ['Two makers with other shelf lives', 'Two makers with other shelf lives'],
    ['  ', null],
  ])('the reason “%s” given for a list without a pattern is stored as %o', async (entered, stored) => {
    valueOf(await send({ study_packs: rows(12), acknowledge_pattern: entered }))
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'study_packs_imported', reason: stored })
  })

  describe('a list that lacks groups', () => {
    const ofOneGroup = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...row(first + index), study_group: row(0).study_group }))
    beforeEach(async () => {
      valueOf(await send({ study_packs: rows(12) }))
    })

    test('needs a reason although its batch has the other groups already', async () => {
      const { status, problem } = await send({ study_packs: ofOneGroup(20, 6) })
      expect([status, problem?.fields]).toEqual([
        422,
        { acknowledge_pattern: 'The list does not have packs of every study group' },
      ])
      expect(await listed()).toHaveLength(12)
      const acknowledge_pattern = 'The other boxes were lost'
      expect((await send({ study_packs: ofOneGroup(20, 6), acknowledge_pattern })).status).toBe(201)
    })

    test('needs none for a single pack in a batch that has the other groups already', async () => {
      expect((await send({ study_packs: ofOneGroup(20, 1) })).status).toBe(201)
    })

    test('needs none where it has every group, as its batch does', async () => {
      const study_packs = rows(24).slice(12)
      expect((await send({ study_packs })).status).toBe(201)
    })
  })
})

import { printStudyPackLabels } from '#contract/study-pack-import'
import { LABEL_SHEETS } from '#domain/study-packs/label-sheet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { grant } from '../../../support/a-trial'
import { ask, posted } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { GROUP_WORDS } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { printed, symbolsIn } from '../../../support/read-symbols'
import { act, packShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
let trial: PackTrial
/** Packs of both groups, not in order of their pack ids. */
let packs: { id: number; pack_id: string }[]
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { is_confirmable: true })
  packs = []
  for (const [index, pack_id] of ['K-30', 'K-10', 'K-20'].entries()) {
    const more = { pack_id, confirmation_code: `04${index}`, expire_on: '2027-06-30' }
    const study_group_id = trial.study_groups[index % 2]?.id ?? 0
    packs.push({ id: await trial.pack('inactive', { ...more, study_group_id }), pack_id })
  }
})
afterAll(() => world.stop())

const ids = () => packs.map(({ id }) => id)
const body = (more: object = {}) => posted({ study_pack_ids: ids(), sheet: 'a4-24', ...more })

const refusalOf = async (more: object, who: SampleAccountKey = 'administrator') =>
  (await ask(trial.people[who], printStudyPackLabels.response, trial.path('/labels'), body(more))).problem

const print = async (more: object = {}, headers: Record<string, string> = {}) => {
  const response = await trial.people.administrator.fetch(trial.path('/labels'), { ...body(more), headers })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const entriesOf = async (kind: string) =>
  (await readChain(world.database.queries, trial.trial_id)).entries.filter((entry) => entry.kind === kind)

describe('no labels are printed', () => {
  test.each<[string, object, Record<string, string>]>([
    ['of no packs', { study_pack_ids: [] }, { study_pack_ids: 'Must list at least one pack' }],
    ['of a pack twice', { study_pack_ids: [1, 1] }, { study_pack_ids: 'Lists a pack twice' }],
    ['on a sheet that is not known', { sheet: 'a5' }, { sheet: 'Must be an available label sheet' }],
  ])('%s', async (_what, more, fields) => {
    const problem = await refusalOf(more)
    expect([problem?.status, problem?.fields]).toEqual([422, fields])
  })

  test('of a pack of another trial', async () => {
    const other = await packTrial(world)
    const foreign = await other.pack('inactive')
    for (const id of [foreign, 999_999]) {
      const problem = await refusalOf({ study_pack_ids: [...ids(), id] })
      expect([problem?.status, problem?.message]).toEqual([404, `Pack ${id} not found`])
    }
  })

  test.each<SampleAccountKey>(['coordinator', 'pharmacist', 'unblinder', 'monitor'])('for the %s', async (who) => {
    const problem = await refusalOf({}, who)
    expect([problem?.status, problem?.code]).toEqual([403, 'forbidden'])
  })

  test('in a trial that manages no packs', async () => {
    const { people, path } = await packTrial(world, { is_managing_packs: false, is_site_managing_packs: false })
    const { problem } = await ask(people.administrator, printStudyPackLabels.response, path('/labels'), body())
    expect([problem?.status, problem?.code]).toEqual([409, 'packs_not_managed'])
  })
})

describe('labels are printed', () => {
  test('as a file to download, in an answer of the API', async () => {
    const { headers } = await print()
    const headerValues = ['Content-Type', 'Content-Disposition', 'X-Api', 'Cache-Control'].map((name) =>
      headers.get(name),
    )
    expect(headerValues).toEqual([
      'application/pdf',
      'attachment; filename="study-pack-labels.pdf"',
      'equipoise/1',
      'no-store',
    ])
  })

  test.each(LABEL_SHEETS)(
    'on $id, each with a symbol of its id that an independent reader reads',
    async ({ id: sheet }) => {
      const pages = await printed((await print({ sheet })).bytes)
      const read = []
      for (const { picture } of pages) read.push(...(await symbolsIn(picture, 'DataMatrix')))
      expect(read.toSorted()).toEqual(['K-10', 'K-20', 'K-30'])
    },
  )

  test('in order of pack id, with trial, site, expiry date and code, and without the groups', async () => {
    const [page] = await printed((await print()).bytes)
    const label = (id: string, code: string) =>
      `${id} Code ${code} Expires 2027-06-30 Northern General A trial of two tablets For clinical trial use only`
    const text = page?.text.replace(/\s+/g, ' ')
    expect(text).toBe([label('K-10', '041'), label('K-20', '042'), label('K-30', '040')].join(' '))
    expect(text).not.toMatch(GROUP_WORDS)
  })

  test('and shown in the history of each pack to people who see the groups, but not as its last event', async () => {
    const id = await trial.pack('dispensed')
    await print({ study_pack_ids: [id], sheet: 'single-62x29' })
    const logsFor = async (who: SampleAccountKey) => (await packShown(trial, trial.people[who], id)).study_pack_logs
    // Labels may be printed group by group, so blinded people do not see the entry.
    for (const who of ['pharmacist', 'coordinator'] as const) expect(await logsFor(who)).toEqual([])
    expect(await logsFor('administrator')).toMatchObject([
      {
        action: 'print_label',
        actioned_by_user: { id: world.personId('administrator') },
        comment: 'Label printer, 62 × 29 mm',
        created_at: world.clock.now(),
      },
    ])
    const { problem } = await act(trial, trial.people.pharmacist, 'dispense', { study_pack_id: id })
    expect(problem?.packs).toMatchObject([{ id, last_log: null }])
  })

  test('and recorded, once for their key', async () => {
    const logsOf = async ({ id }: { id: number }) =>
      (await packShown(trial, trial.people.administrator, id)).study_pack_logs?.length ?? 0
    const logs = () => Promise.all(packs.map(logsOf))
    const before = (await entriesOf('study_pack_labels_printed')).length
    const logsBefore = await logs()
    const once = { 'Idempotency-Key': 'labels-once' }
    const [first, again] = [await print({}, once), await print({}, once)]
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true'])
    expect(again.bytes).toEqual(first.bytes)
    const entries = await entriesOf('study_pack_labels_printed')
    expect(entries.length).toBe(before + 1)
    expect(await logs()).toEqual(logsBefore.map((count) => count + 1))
    expect(entries.at(-1)).toMatchObject({
      description: `Labels of 3 study packs of trial ${trial.trial_id} printed on a4-24`,
      user_id: world.personId('administrator'),
    })
    const printedOn = (pack_id: string) => ({ field: `study_packs.${pack_id}.labels_printed`, old: null, new: 'a4-24' })
    expect(entries.at(-1)?.changes).toEqual(expect.arrayContaining(packs.map(({ pack_id }) => printedOn(pack_id))))
  })

  test('for a blinded administrator in the same way', async () => {
    const { trial_id } = trial
    const sighted = await print()
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    expect((await print()).bytes).toEqual(sighted.bytes)
  })
})

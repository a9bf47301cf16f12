import { STUDY_PACK_STATUSES, studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { permitsAction, STUDY_PACK_ACTION_NAMES, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../support/portal'
import { act, packShown, packTrial, type PackTrial } from '../../../support/study-packs'

/* Every action on a pack in every status, over HTTP. */

let world: TestPortal
let trial: PackTrial
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world)
})
afterAll(() => world.stop())

/**
 * The status to which each action leads from each status, copied from the specification of the API and not from the
 * program.
 */
const LEADS: Record<StudyPackAction, Partial<Record<StudyPackStatusKey, StudyPackStatusKey>>> = {
  activate: { inactive: 'active' },
  deactivate: { active: 'inactive' },
  remove: { inactive: 'removed', active: 'removed', allocated: 'removed' },
  expire: { inactive: 'expired', active: 'expired' },
  transfer: { inactive: 'inactive', active: 'active' },
  update: { inactive: 'inactive', active: 'active', expired: 'inactive' },
  dispense: { allocated: 'dispensed' },
  recall: { dispensed: 'recalled' },
}

const LEVEL_3: readonly StudyPackAction[] = ['transfer', 'update']
const rightful = (action: StudyPackAction): SampleAccountKey =>
  LEVEL_3.includes(action) ? 'coordinator' : 'pharmacist'
const lacking = (action: StudyPackAction): readonly SampleAccountKey[] =>
  LEVEL_3.includes(action) ? ['pharmacist', 'nurse', 'monitor'] : ['nurse', 'monitor']

const extras = (action: StudyPackAction): object => {
  if (action === 'transfer') return { to_site_id: trial.sites[1]?.id }
  return action === 'update' ? { expire_on: '2026-12-31', duration: 14 } : {}
}

const ask = (who: SampleAccountKey, action: StudyPackAction, packs: object, headers = {}) =>
  act(trial, trial.people[who], action, { ...packs, ...extras(action) }, headers)

const ONE_OR_SEVERAL = [
  ['one', 1],
  ['several', 3],
] as const

const packsOf = async (status: StudyPackStatusKey, count: number): Promise<number[]> => {
  const ids: number[] = []
  while (ids.length < count) ids.push(await trial.pack(status))
  return ids
}

/** The packs of a call: one id in its own field, several in another. */
const naming = (ids: readonly number[]) => (ids.length === 1 ? { study_pack_id: ids[0] } : { study_pack_ids: ids })

const logsOf = async (id: number) => (await packShown(trial, trial.people.administrator, id)).study_pack_logs ?? []
/** The status of each pack and all their logs; each pack is read once. */
const readStatusesAndLogs = async (ids: readonly number[]) => {
  const shown = await Promise.all(ids.map((id) => packShown(trial, trial.people.administrator, id)))
  return {
    statuses: shown.map(({ study_pack_status_id }) => study_pack_status_id),
    logs: shown.flatMap(({ study_pack_logs }) => study_pack_logs ?? []),
  }
}
const nameOf = (key: SampleAccountKey) =>
  world.database.queries
    .selectFrom('users')
    .select('name')
    .where('id', '=', world.personId(key))
    .executeTakeFirstOrThrow()

const ROWS = STUDY_PACK_ACTION_NAMES.flatMap((action) =>
  STUDY_PACK_STATUSES.map(({ key }) => ({ action, from: key, to: LEADS[action][key] })),
)
const PERMITTED = ROWS.flatMap(({ action, from, to }) => (to ? [{ action, from, to }] : []))
const FORBIDDEN = ROWS.filter(({ to }) => to === undefined)

test('the domain agrees', () => {
  for (const { action, from, to } of ROWS) expect(permitsAction(studyPackStatusId(from), action)).toBe(to !== undefined)
})

describe.each(FORBIDDEN)('to $action a pack that is $from', ({ action, from }) => {
  test('is refused, and the pack is named with its last event', async () => {
    const id = await trial.pack(from)
    const { status, problem } = await ask(rightful(action), action, { study_pack_id: id })
    expect([status, problem?.code]).toEqual([409, 'pack_status_conflict'])
    expect(problem?.packs).toEqual([
      { id, pack_id: expect.any(String), study_pack_status_id: studyPackStatusId(from), last_log: null },
    ])
    expect(await logsOf(id)).toEqual([])
  })

  test('changes none of the packs beside it', async () => {
    const [first] = PERMITTED.filter((row) => row.action === action)
    if (!first) throw new Error(`no status permits to ${action}`)
    const ids = [await trial.pack(first.from), await trial.pack(from), await trial.pack(first.from)]
    const { status, problem } = await ask(rightful(action), action, { study_pack_ids: ids })
    expect([status, problem?.packs?.map(({ id }) => id)]).toEqual([409, [ids[1]]])
    const statuses = [first.from, from, first.from].map(studyPackStatusId)
    expect(await readStatusesAndLogs(ids)).toEqual({ statuses, logs: [] })
  })
})

describe.each(PERMITTED)('to $action a pack that is $from', ({ action, from, to }) => {
  const after = studyPackStatusId(to)

  test.each(ONE_OR_SEVERAL)('on %s needs the level', async (_what, count) => {
    const ids = await packsOf(from, count)
    for (const who of lacking(action)) {
      const { status, problem } = await ask(who, action, naming(ids))
      expect([who, status, problem?.code]).toEqual([who, 403, 'forbidden'])
    }
    expect(await readStatusesAndLogs(ids)).toEqual({ statuses: ids.map(() => studyPackStatusId(from)), logs: [] })
  })

  test(`leads to ${to}, with a log and an audit entry`, async () => {
    const id = await trial.pack(from)
    const { data } = valueOf(await ask(rightful(action), action, { study_pack_id: id }))
    expect(data).toMatchObject([{ id, study_pack_status_id: after }])
    const { name } = await nameOf(rightful(action))
    const by = { id: world.personId(rightful(action)), name }
    expect(await logsOf(id)).toEqual([
      {
        id: expect.any(Number),
        created_at: world.clock.now(),
        performed_at: null,
        clock_uncertain: false,
        actioned_by_user: by,
        action,
        comment: 'As agreed',
      },
    ])
    const chain = await readChain(world.database.queries, trial.trial_id)
    expect(chain.entries.at(-1)).toMatchObject({ user_id: by.id, reason: 'As agreed' })
    expect(chain.entries.at(-1)?.description).toContain(`Study pack ${data[0]?.pack_id} `)
    expect(chainFaults(chain)).toEqual([])
  })

  test('applies to several packs at once', async () => {
    const ids = [await trial.pack(from), await trial.pack(from), await trial.pack(from)]
    const { data } = valueOf(await ask(rightful(action), action, { study_pack_ids: ids.toReversed() }))
    expect(data.map(({ id, study_pack_status_id }) => [id, study_pack_status_id])).toEqual(ids.map((id) => [id, after]))
    expect((await Promise.all(ids.map(logsOf))).map((logs) => logs.length)).toEqual([1, 1, 1])
  })

  test.each(ONE_OR_SEVERAL)('on %s happens once for a key', async (_what, count) => {
    const ids = await packsOf(from, count)
    const once = { 'Idempotency-Key': randomUUID() }
    const [one, other] = [
      await ask(rightful(action), action, naming(ids), once),
      await ask(rightful(action), action, naming(ids), once),
    ]
    expect([one.status, one.replayed, other.status, other.replayed]).toEqual([200, false, 200, true])
    expect(other.value).toEqual(one.value)
    expect((await Promise.all(ids.map(logsOf))).map((logs) => logs.length)).toEqual(ids.map(() => 1))
  })

  test.each(ONE_OR_SEVERAL)(
    'on %s is done by one of two people at once, and the other learns it',
    async (_what, count) => {
      const ids = await packsOf(from, count)
      const people = [rightful(action), 'administrator'] as const
      const answers = await Promise.all(people.map((who) => ask(who, action, naming(ids))))
      const winner = answers.findIndex(({ status }) => status === 200)
      const loser = answers[1 - winner]
      expect([loser?.status, loser?.problem?.code]).toEqual([409, 'pack_status_conflict'])
      const last_log = {
        created_at: world.clock.now(),
        actioned_by_user: { id: world.personId(people[winner] ?? 'nurse') },
        action,
        comment: 'As agreed',
      }
      expect(loser?.problem?.packs).toMatchObject(ids.map((id) => ({ id, study_pack_status_id: after, last_log })))
      expect((await Promise.all(ids.map(logsOf))).map((logs) => logs.length)).toEqual(ids.map(() => 1))
    },
  )
})

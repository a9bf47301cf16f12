import { getStudyPack } from '#contract/study-packs'
import { STUDY_PACK_STATUSES, studyPackStatusOfId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireStudyPacks } from '../../../../src/server/doors/jobs/expire-study-packs'
import type { ServerContext } from '../../../../src/server/use-cases/call/server-context'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { stoppedClock, testPortal, type Clock, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'
import { listening } from './a-job'
import { stock } from './stocked-trial'

/** A minute before midnight in Auckland. In Los Angeles it is 02:59 on the 20th. */
const BEFORE_MIDNIGHT = '2026-11-20T10:59:00.000Z'

let clock: Clock
let world: TestPortal
beforeAll(async () => {
  clock = stoppedClock(BEFORE_MIDNIGHT)
  world = await testPortal({ clock })
})
beforeEach(() => setClock(BEFORE_MIDNIGHT))
afterAll(() => world.stop())

const setClock = (to: string) => clock.step((Date.parse(to) - Date.parse(clock.now())) / 1000)

const aTrialIn = (selected_timezone: string, more: Parameters<typeof aTrial>[1] = {}) =>
  aTrial(world, { selected_timezone, is_managing_packs: true, is_site_managing_packs: true, ...more })

/** The packs of a trial by the name of their status, in order of id. */
const packsOf = async ({ trial_id }: BuiltTrial) => {
  const rows = await world.database.queries
    .selectFrom('study_packs')
    .select(['pack_id', 'study_pack_status_id'])
    .where('trial_id', '=', trial_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.pack_id} ${studyPackStatusOfId(row.study_pack_status_id)?.key}`)
}

const countExpired = async (trial: BuiltTrial) =>
  (await packsOf(trial)).filter((pack) => pack.endsWith(' expired')).length

const entriesOf = async ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['description', 'user_id', 'role', 'changes', 'reason', 'created_at', 'request_id'])
    .where('trial_id', '=', trial_id)
    .where('kind', '=', 'study_packs_expired_by_date')
    .orderBy('id')
    .execute()

const logsOf = async ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('study_pack_logs')
    .innerJoin('study_packs', 'study_packs.id', 'study_pack_id')
    .select(['pack_id', 'action', 'actioned_by', 'created_at', 'study_pack_logs.study_pack_status_id'])
    .where('trial_id', '=', trial_id)
    .orderBy('study_pack_logs.id')
    .execute()

describe('where the audit entry cannot be stored', () => {
  test('no pack of that trial is changed, those of the others are, and the next run makes up for it', async () => {
    const [first, second] = [await aTrialIn('Etc/UTC'), await aTrialIn('Etc/UTC')]
    for (const trial of [first, second]) {
      await stock(world, trial, { prefix: 'A', count: 1, status: 'active', expire_on: '2026-11-19' })
    }
    const refusing = `alter table audit_log add constraint refusing check (trial_id <> ${first.trial_id}) not valid`
    await sql.raw(refusing).execute(world.database.queries)
    const { context, lines } = listening(world)
    await expect(expireStudyPacks(context)).rejects.toThrow('failed for 1 trials')
    await sql`alter table audit_log drop constraint refusing`.execute(world.database.queries)
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { trial_id: first.trial_id, msg: 'a job failed for a trial' },
    ])
    expect([await packsOf(first), await logsOf(first)]).toEqual([['A-1 active'], []])
    expect(await packsOf(second)).toEqual(['A-1 expired'])
    await expireStudyPacks(world.context)
    expect(await packsOf(first)).toEqual(['A-1 expired'])
  })
})

describe('a pack expires at the midnight after its day, in the time zone of its trial', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-20T10:59:59.999Z', '2026-11-20T11:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-21T07:59:59.999Z', '2026-11-21T08:00:00.000Z'],
    ['Australia/Eucla', '2026-11-20T15:14:59.999Z', '2026-11-20T15:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T09:59:59.999Z', '2026-11-20T10:00:00.000Z'],
    ['Etc/UTC', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
  ])('%s', async (zone, before, after) => {
    const trial = await aTrialIn(zone)
    await stock(world, trial, { prefix: 'A', count: 1, status: 'active', expire_on: '2026-11-20' })
    setClock(before)
    await expireStudyPacks(world.context)
    expect(await packsOf(trial)).toEqual(['A-1 active'])
    setClock(after)
    await expireStudyPacks(world.context)
    expect(await packsOf(trial)).toEqual(['A-1 expired'])
  })

  test('at one moment, in one trial and not in the other', async () => {
    const [auckland, angeles] = [await aTrialIn('Pacific/Auckland'), await aTrialIn('America/Los_Angeles')]
    for (const trial of [auckland, angeles]) {
      await stock(world, trial, { prefix: 'A', count: 2, status: 'active', expire_on: '2026-11-20' })
    }
    setClock('2026-11-20T11:00:00.000Z')
    await expireStudyPacks(world.context)
    expect([await countExpired(auckland), await countExpired(angeles)]).toEqual([2, 0])
  })
})

describe('of the packs of a trial', () => {
  let trial: BuiltTrial
  beforeAll(async () => {
    setClock(BEFORE_MIDNIGHT)
    trial = await aTrialIn('Etc/UTC', { status: 'planning' })
    for (const { key } of STUDY_PACK_STATUSES) {
      await stock(world, trial, { prefix: key, count: 1, status: key, expire_on: '2026-11-19' })
    }
    await stock(world, trial, { prefix: 'today', count: 1, status: 'active', expire_on: '2026-11-20' })
    await stock(world, trial, { prefix: 'never', count: 1, status: 'active', expire_on: null, site: null })
    await expireStudyPacks(world.context)
  })

  test('only those that are Inactive or Active expire, and only after their day', async () => {
    expect(await packsOf(trial)).toEqual([
      'inactive-1 expired',
      'active-1 expired',
      'expired-1 expired',
      'removed-1 removed',
      'allocated-1 allocated',
      'dispensed-1 dispensed',
      'recalled-1 recalled',
      'today-1 active',
      'never-1 active',
    ])
  })

  test('each expired pack has a log without a user, and the trial one audit entry without a user', async () => {
    const log = { action: 'expire_by_date', actioned_by: null, created_at: BEFORE_MIDNIGHT, study_pack_status_id: 3 }
    expect(await logsOf(trial)).toEqual([
      { ...log, pack_id: 'inactive-1' },
      { ...log, pack_id: 'active-1' },
    ])
    expect(await entriesOf(trial)).toEqual([
      {
        description: `2 study packs expired by date in trial ${trial.trial_id}`,
        user_id: null,
        role: null,
        changes: [
          { field: 'study_packs.inactive-1.study_pack_status_id', old: 1, new: 3 },
          { field: 'study_packs.active-1.study_pack_status_id', old: 2, new: 3 },
        ],
        reason: null,
        created_at: BEFORE_MIDNIGHT,
        request_id: null,
      },
    ])
    expect(chainFaults(await readChain(world.database.queries, trial.trial_id))).toEqual([])
  })

  test('none expires twice', async () => {
    await expireStudyPacks(world.context)
    expect([(await logsOf(trial)).length, (await entriesOf(trial)).length]).toEqual([2, 1])
  })

  test('its page names its date as the reason', async () => {
    const { id } = await world.database.queries
      .selectFrom('study_packs')
      .select('id')
      .where('trial_id', '=', trial.trial_id)
      .where('pack_id', '=', 'active-1')
      .executeTakeFirstOrThrow()
    const administrator = await signedInAs(world, 'administrator')
    const shown = await ask(administrator, getStudyPack.response, `trials/${trial.trial_id}/study-packs/${id}`)
    expect(valueOf(shown).study_pack_logs).toMatchObject([
      { action: 'expire_by_date', actioned_by_user: null, performed_at: null, comment: 'Past its expiry date' },
    ])
  })
})

describe('many packs', () => {
  const stocked = async () => {
    const trial = await aTrialIn('Etc/UTC')
    await stock(world, trial, { prefix: 'A', count: 1201, status: 'active', expire_on: '2026-11-19' })
    return trial
  }

  test('expire piece by piece, each with its entry, and all of them', async () => {
    const trial = await stocked()
    await expireStudyPacks(world.context)
    expect(await countExpired(trial)).toBe(1201)
    const said = (await entriesOf(trial)).map(({ description }) => description)
    expect(said).toEqual(
      [500, 500, 201].map((packs) => `${packs} study packs expired by date in trial ${trial.trial_id}`),
    )
    expect((await logsOf(trial)).length).toBe(1201)
  })

  test('that a stopping portal leaves expire in the next run', async () => {
    const trial = await stocked()
    let looks = 0
    const stopping: ServerContext = { ...world.context, is_stopping: () => (looks += 1) > 2 }
    await expireStudyPacks(stopping)
    expect(await countExpired(trial)).toBe(500)
    await expireStudyPacks(world.context)
    expect([await countExpired(trial), (await logsOf(trial)).length]).toEqual([1201, 1201])
  })

  test('that two processes expire at once expire once', async () => {
    const trial = await stocked()
    const beside = await testPortal({ beside: world })
    await Promise.all([expireStudyPacks(world.context), expireStudyPacks(beside.context)])
    await beside.stop()
    expect([await countExpired(trial), (await logsOf(trial)).length]).toEqual([1201, 1201])
    expect(chainFaults(await readChain(world.database.queries, trial.trial_id))).toEqual([])
  })

  test('that expire while others are randomised are allocated to nobody, and nobody waits in vain', async () => {
    const trial = await stocked()
    for (const group of [0, 1]) {
      await stock(world, trial, { prefix: `G${group}`, count: 20, status: 'active', expire_on: '2026-12-31', group })
    }
    const administrator = await signedInAs(world, 'administrator')
    const [, ...drawn] = await Promise.all([
      expireStudyPacks(world.context),
      ...Array.from({ length: 10 }, () => randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })),
    ])
    expect(drawn.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const packs = await packsOf(trial)
    expect(packs.filter((pack) => pack.endsWith(' allocated')).every((pack) => pack.startsWith('G'))).toBe(true)
    expect(packs.filter((pack) => pack.endsWith(' expired'))).toHaveLength(1201)
  })
})

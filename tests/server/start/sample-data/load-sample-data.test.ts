import { getTrialStatistics, listTrials } from '#contract/trials'
import { isAuditKind } from '#domain/audit/audit-kind'
import { auditLabel } from '#domain/audit/audit-kind-words'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertLowStock } from '../../../../src/server/doors/jobs/alert-low-stock'
import { loadSampleData } from '../../../../src/server/start/sample-data/load-sample-data'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { findSampleTrial } from '../../../../src/server/start/sample-data/sample-lock'
import { testDatabase, type TestDatabase } from '../../../support/database'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'
import { auditFaults } from './audit-faults'
import { ledgerFaults } from './ledger-faults'
import { samplePortal } from './sample-portal'

const STROKE = 'The International Stroke Trial, UK'
const CEDAR = 'CEDAR: fosfomycin or nitrofurantoin for lower urinary tract infection'

let database: TestDatabase
let world: Awaited<ReturnType<typeof samplePortal>> & { database: TestDatabase }
const lines: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  world = { ...(await samplePortal(database, (line) => lines.push(line))), database }
  await loadSampleData(world.context)
  await world.learnPeople()
})
afterAll(async () => {
  await world.stop()
  await database.close()
})

const sampleTrial = (title: string) => findSampleTrial(database.queries, title)

const participantsOf = async (trialId: number) =>
  database.queries
    .selectFrom('participants')
    .innerJoin('sites', 'sites.id', 'participants.site_id')
    .select(['participants.id', 'trial_sequence_no', 'created_at', 'sites.title as site'])
    .where('participants.trial_id', '=', trialId)
    .orderBy('trial_sequence_no')
    .execute()

const homeOf = async (account: SampleAccountKey) => {
  const person = await signedInAs(world, account)
  const response = await person.fetch('trials?page_size=1000&status=started&status=paused')
  return v.parse(listTrials.response, await response.json()).data
}

describe('the sample data', () => {
  test('is eight trials in all seven statuses', async () => {
    const trials = await database.queries.selectFrom('trials').select('trial_status_id').execute()
    expect(trials).toHaveLength(8)
    expect(new Set(trials.map(({ trial_status_id }) => trial_status_id))).toEqual(
      new Set(TRIAL_STATUSES.map(({ id }) => id)),
    )
  })

  test('has trials of each kind', async () => {
    const trials = await database.queries.selectFrom('trials').selectAll().execute()
    const kinds = {
      'with packs that sites manage and confirm': trials.filter(
        (trial) => trial.is_site_managing_packs && trial.is_confirmable,
      ),
      'whose participant ids warn': trials.filter((trial) => trial.participant_id_warning_id === 2),
      'whose participant ids block': trials.filter((trial) => trial.participant_id_warning_id === 3),
      'without a limit': trials.filter((trial) => trial.sample_size === 0),
      protected: trials.filter((trial) => trial.is_protected_trial),
      'that blind its users': trials.filter((trial) => trial.is_blinded_users),
      'that blind its investigators': trials.filter((trial) => trial.is_blinded_investigators),
    }
    expect(Object.entries(kinds).filter(([, sampleTrial]) => sampleTrial.length === 0)).toEqual([])
    const weights = await database.queries.selectFrom('study_groups').select('weight').orderBy('id').execute()
    expect(weights.map(({ weight }) => weight).join()).toContain('2,1,1')
  })

  test('logs its progress', () => {
    expect(lines).toContain(`${STROKE}: 500 of 2,000 randomised`)
    expect(lines.at(-1)).toBe('The sample data is loaded')
  })

  test('leaves nobody without an active trial on the home page', async () => {
    const idle = []
    for (const { key } of SAMPLE_ACCOUNTS) if ((await homeOf(key)).length === 0) idle.push(key)
    expect(idle).toEqual([])
  })

  test('blinds its people in the trial where the others are not', async () => {
    const strokeFor = async (account: SampleAccountKey) => (await homeOf(account)).find(({ title }) => title === STROKE)
    expect(await strokeFor('nurse')).toMatchObject({ is_blinded_whole: false, num_sampled: 2000 })
    expect(await strokeFor('blinded-nurse')).toMatchObject({ is_blinded_whole: true })
    expect(await strokeFor('unblinder')).toMatchObject({ is_blinded_whole: true })
  })

  test('has fewer than one audit entry in five of the kind Other', async () => {
    const rows = await database.queries.selectFrom('audit_log').select('kind').execute()
    const kinds = rows.map(({ kind }) => kind).filter(isAuditKind)
    expect(kinds).toHaveLength(rows.length)
    const others = kinds.filter((kind) => auditLabel(kind) === 'Other')
    expect(others.length / rows.length).toBeLessThan(1 / 5)
  })

  test('has one audit chain for each trial with its creator and the reasons of its statuses, and every chain is valid', async () => {
    const kinds = await database.queries
      .selectFrom('audit_log')
      .innerJoin('users', 'users.id', 'audit_log.user_id')
      .select(['kind', 'users.email', 'reason'])
      .where('kind', '!=', 'randomised')
      .execute()
    expect(kinds.filter(({ kind }) => kind === 'trial_created')).toHaveLength(8)
    expect(kinds.filter(({ kind }) => kind === 'sample_data_loaded')).toHaveLength(1)
    expect(new Set(kinds.map(({ email }) => email))).toEqual(new Set(['administrator@example.org']))
    expect(kinds.filter(({ kind, reason }) => kind === 'trial_status_changed' && !reason)).toEqual([])
    expect(await auditFaults(database.queries)).toEqual([])
  })

  test('has a ledger for each trial that was started, which follows from its seed and its records', async () => {
    const trials = await database.queries
      .selectFrom('trials')
      .select('title')
      .where('started_on', 'is not', null)
      .execute()
    expect(trials).toHaveLength(5)
    for (const { title } of trials) expect(await ledgerFaults(world.context, await sampleTrial(title))).toEqual([])
  })
})

describe('the International Stroke Trial', () => {
  const csv = readFileSync(new URL('../../../../src/server/start/sample-data/ist/uk.csv', import.meta.url))
  const patients: Record<string, string>[] = parse(csv, { columns: true })

  test('has its 111 hospitals, the first 2,000 patients at the right ones, numbered without a gap', async () => {
    const trial = await sampleTrial(STROKE)
    expect(trial.sites).toHaveLength(111)
    const participants = await participantsOf(trial.id)
    expect(participants.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    )
    expect(participants.map(({ site }) => site)).toEqual(patients.slice(0, 2000).map(({ hospital }) => hospital))
  })

  test('has recorded of each patient the values of the file', async () => {
    const trial = await sampleTrial(STROKE)
    const answers = await database.queries
      .selectFrom('participant_strata')
      .innerJoin('participants', 'participants.id', 'participant_strata.participant_id')
      .innerJoin('trial_stratum_options', 'trial_stratum_options.id', 'trial_stratum_option_id')
      .select(['trial_sequence_no', 'trial_stratum_options.name'])
      .where('trial_id', '=', trial.id)
      .orderBy('trial_sequence_no')
      .orderBy('participant_strata.trial_stratum_id')
      .execute()
    const expected = patients
      .slice(0, 2000)
      .flatMap(({ sex, consciousness, age_group, delay, stroke_type }) => [
        sex,
        consciousness,
        age_group,
        delay,
        stroke_type,
      ])
    expect(answers.map(({ name }) => name)).toEqual(expected)
  })

  test('has times in the order of its numbers, up to the day before it was loaded', async () => {
    const times = (await participantsOf((await sampleTrial(STROKE)).id)).map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted())
    expect(times.at(-1)).toMatch(/^2026-11-20T/)
  })

  test('was started on its first day, before its first patient', async () => {
    const { started_on, start_on } = await sampleTrial(STROKE)
    expect(started_on).toBe(start_on)
  })

  test('retains its real pace, month by month from its beginning', async () => {
    const { id, start_on } = await sampleTrial(STROKE)
    const recruited = (await participantsOf(id)).map(({ created_at }) => Date.parse(created_at))
    for (const [month, day] of Object.entries({ '1992-01': 365, '1993-01': 731, '1994-01': 1096 })) {
      const until = Date.parse(`${start_on}T00:00:00Z`) + day * 86_400_000
      const before = patients.filter((patient) => (patient['month'] ?? '') < month).length
      expect(recruited.filter((at) => at < until)).toHaveLength(before)
    }
  })

  test('is balanced in every level of every stratum, in both factors at once', async () => {
    const trial = await sampleTrial(STROKE)
    const rows = await database.queries
      .selectFrom('participant_strata')
      .innerJoin('participants', 'participants.id', 'participant_strata.participant_id')
      .innerJoin('participant_groups', 'participant_groups.participant_id', 'participants.id')
      .select((row) => [
        'trial_stratum_option_id as option',
        'study_group_id as group',
        row.fn.countAll<number>().as('count'),
      ])
      .where('trial_id', '=', trial.id)
      .groupBy(['trial_stratum_option_id', 'study_group_id'])
      .execute()
    const factors = [1, 2].map((level) => trial.study_groups.filter(({ factorial_level }) => factorial_level === level))
    for (const groups of factors) {
      const shares = groups.reduce((sum, { weight }) => sum + weight, 0)
      for (const option of new Set(rows.map((row) => row.option))) {
        const count = (id: number) => rows.find((row) => row.option === option && row.group === id)?.count ?? 0
        const all = groups.reduce((sum, { id }) => sum + count(id), 0)
        for (const { id, weight } of groups) expect(Math.abs(count(id) - (all * weight) / shares)).toBeLessThan(5)
      }
    }
  })

  test('is shown to the coordinator with figures that add up', async () => {
    const trial = await sampleTrial(STROKE)
    const coordinator = await signedInAs(world, 'coordinator')
    const response = await coordinator.fetch(`trials/${trial.id}/statistics`)
    const { statistics } = v.parse(getTrialStatistics.response, await response.json())
    const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
    expect([
      sum(statistics.study_groups),
      sum(statistics.sites),
      sum(statistics.recruitment),
      ...statistics.trial_strata.map(({ options }) => sum(options)),
    ]).toEqual([4000, ...Array.from({ length: 7 }, () => 2000)])
  })
})

describe('the trial with packs', () => {
  test('has packs in every status, none of them allocated against its expiry', async () => {
    const trial = await sampleTrial(CEDAR)
    const packs = await database.queries
      .selectFrom('study_packs')
      .leftJoin('participant_groups', 'participant_groups.study_pack_id', 'study_packs.id')
      .leftJoin('participants', 'participants.id', 'participant_groups.participant_id')
      .select(['study_pack_status_id', 'expire_on', 'confirmation_code', 'participants.created_at'])
      .where('study_packs.trial_id', '=', trial.id)
      .execute()
    expect(new Set(packs.map(({ study_pack_status_id }) => study_pack_status_id))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7]),
    )
    expect(packs.filter(({ created_at }) => created_at !== null)).toHaveLength(60)
    expect(packs.filter(({ created_at, expire_on }) => (created_at ?? '') > (expire_on ?? ''))).toEqual([])
    expect(packs.filter(({ confirmation_code }) => !/^\d{3}$/.test(confirmation_code ?? ''))).toEqual([])
  })

  test('has the events of each pack, in order, up to its status', async () => {
    const trial = await sampleTrial(CEDAR)
    const packs = await database.queries
      .selectFrom('study_packs')
      .select(['id', 'study_pack_status_id'])
      .where('trial_id', '=', trial.id)
      .execute()
    const logs = await database.queries.selectFrom('study_pack_logs').selectAll().orderBy('id').execute()
    const amiss = packs.filter(({ id, study_pack_status_id }) => {
      const ownLogs = logs.filter((log) => log.study_pack_id === id)
      const times = ownLogs.map(({ created_at }) => created_at)
      const isInOrder = times.join() === times.toSorted().join() && (times.at(-1) ?? '') <= world.clock.now()
      return (
        ownLogs[0]?.action !== 'import' || ownLogs.at(-1)?.study_pack_status_id !== study_pack_status_id || !isInOrder
      )
    })
    expect(amiss).toEqual([])
    expect(new Set(logs.map(({ action }) => action))).toEqual(
      new Set(['import', 'activate', 'allocate', 'dispense', 'recall', 'remove', 'expire_by_date']),
    )
  })

  test('has packs that expire within three weeks, and a site whose stock is low', async () => {
    const trial = await sampleTrial(CEDAR)
    const active = await database.queries
      .selectFrom('study_packs')
      .innerJoin('sites', 'sites.id', 'study_packs.site_id')
      .select(['sites.title', 'expire_on'])
      .where('study_packs.trial_id', '=', trial.id)
      .where('study_pack_status_id', '=', 2)
      .execute()
    expect(active.filter(({ expire_on }) => (expire_on ?? '') <= '2026-12-12').length).toBeGreaterThan(2)
    const low = trial.sites.filter(
      ({ title, low_pack_level }) => active.filter((pack) => pack.title === title).length <= (low_pack_level ?? -1),
    )
    expect(low.map(({ title }) => title)).toEqual(['Ashdown Surgery'])
  })
})

test('does not report its low stock', async () => {
  await alertLowStock(world.context)
  expect(await database.queries.selectFrom('stock_alerts').select('trial_id').execute()).not.toEqual([])
  expect(await database.queries.selectFrom('messages').select('kind').execute()).toEqual([])
})

describe('loading again', () => {
  test('changes nothing and logs nothing', async () => {
    const count = () =>
      database.queries
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<number>().as('entries'))
        .executeTakeFirst()
    const before = await count()
    lines.length = 0
    await loadSampleData(world.context)
    expect(await count()).toEqual(before)
    expect(lines).toEqual([])
  })
})

describe('the nurse', () => {
  test.each([STROKE, CEDAR])('randomises the next participant of %s', async (title) => {
    const trial = await sampleTrial(title)
    const nurse = await signedInAs(world, 'nurse')
    const sites = await nurse.fetch(`auth/me/trial-permission/${trial.id}/sites`)
    const { data } = v.parse(v.object({ data: v.array(v.object({ id: v.number() })) }), await sites.json())
    const answered = await randomise(nurse, trial.id, {
      site_id: data[0]?.id,
      participant_id: trial.is_participant_id_used ? 'STA-999' : null,
      participant_strata: trial.trial_strata.map((stratum) => ({
        trial_stratum_id: stratum.id,
        trial_stratum_option_id: stratum.trial_stratum_options[0]?.id,
      })),
    })
    expect(answered).toMatchObject({
      status: 201,
      participants: Array.from({ length: title === STROKE ? 2 : 1 }, () => ({
        trial_sequence_no: trial.last_sequence_no + 1,
        study_group: { is_blinded: false },
      })),
    })
  })
})

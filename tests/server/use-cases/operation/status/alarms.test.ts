import { acknowledgeAlarm, getServiceStatus } from '#contract/service-status'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkAuditChains } from '../../../../../src/server/doors/jobs/check-audit-chains'
import { checkEveryTrial } from '../../../../../src/server/use-cases/operation/self-check/check-every-trial'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { raisedAlarm } from '../../../../support/raised-alarm'
import { randomise } from '../../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { listening } from '../../../doors/jobs/a-job'

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial

beforeEach(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, { title: 'A trial with a wrong ledger' })
  await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })
})
afterEach(() => world.stop())

const ledger = async (arm: number) =>
  sql`update participants set arm = ${arm} where trial_id = ${trial.trial_id}`.execute(world.database.queries)

const breakLedger = async () => {
  const { arm } = await world.database.queries
    .selectFrom('participants')
    .select('arm')
    .where('trial_id', '=', trial.trial_id)
    .executeTakeFirstOrThrow()
  await ledger(1 - arm)
  return { mend: () => ledger(arm) }
}

const letters = async () => {
  const rows = await world.database.queries
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select(['users.email', 'messages.facts'])
    .where('messages.kind', '=', 'broadcast')
    .orderBy('messages.id')
    .execute()
  return rows.map(({ email, facts }) => ({ email, text: JSON.stringify(facts) }))
}

const alarmsFor = async (who: SignedIn) =>
  valueOf(await ask(who, getServiceStatus.response, getServiceStatus.path)).alarms

const acknowledge = (who: SignedIn, id: number, reason = 'The arm was put back', headers = {}) =>
  ask(who, acknowledgeAlarm.response, `alarms/${id}/acknowledge`, posted({ reason }, headers))

describe('a failed self-check', () => {
  test('is an error in the log where no system administrator has an account', async () => {
    await world.database.queries.updateTable('users').set({ is_active: false }).execute()
    await breakLedger()
    const { context, lines } = listening(world)
    await checkEveryTrial(context)
    expect(await letters()).toEqual([])
    const unheard = lines.filter(({ msg }) => msg === 'no system administrator is emailed about alarms')
    expect(unheard).toMatchObject([{ level: 50 }])
  })

  test('raises one alarm, and emails it at once to every system administrator and to nobody else', async () => {
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
    await breakLedger()
    await checkEveryTrial(world.context)
    const first = world.clock.now()
    const sent = await letters()
    expect(sent.map(({ email }) => email).toSorted()).toEqual(['administrator@example.org', 'unblinder@example.org'])
    for (const { text } of sent) expect(text).not.toMatch(new RegExp(`wrong ledger|trial ${trial.trial_id}\\b`))
    world.clock.step(24 * 3600)
    await checkEveryTrial(world.context)
    expect(await letters()).toHaveLength(2)
    expect(await alarmsFor(await signedInAs(world, 'administrator'))).toEqual([
      {
        id: expect.any(Number),
        kind: 'ledger',
        trial: { id: trial.trial_id, title: 'A trial with a wrong ledger' },
        first_seen_at: first,
        last_seen_at: world.clock.now(),
        acknowledged: null,
      },
    ])
  })

  test('is no longer open once it is acknowledged, and not before, whatever later checks find', async () => {
    const { mend } = await breakLedger()
    await checkEveryTrial(world.context)
    await mend()
    await checkEveryTrial(world.context)
    const [alarm] = await alarmsFor(administrator)
    expect(alarm).toBeDefined()
    const answer = valueOf(await acknowledge(administrator, alarm?.id ?? 0))
    expect(answer.acknowledged).toEqual({
      at: world.clock.now(),
      by: { id: world.personId('administrator'), name: expect.any(String) },
    })
    expect(await alarmsFor(administrator)).toEqual([])
    await checkEveryTrial(world.context)
    expect(await alarmsFor(administrator)).toEqual([])
    await breakLedger()
    await checkEveryTrial(world.context)
    expect(await alarmsFor(administrator)).toHaveLength(1)
    expect(await letters()).toHaveLength(2)
  })
})

test('an altered audit log raises an alarm for each of its parts, in one email', async () => {
  const { queries } = world.database
  const other = await aTrial(world, {})
  await sql`alter table audit_log disable trigger user`.execute(queries)
  await sql`update audit_log set description = 'x' where trial_id in (${trial.trial_id}, ${other.trial_id}) and position = 1`.execute(
    queries,
  )
  await checkAuditChains(world.context)
  await checkAuditChains(world.context)
  expect((await alarmsFor(administrator)).map(({ kind, trial: of }) => [kind, of?.id])).toEqual([
    ['audit_log', trial.trial_id],
    ['audit_log', other.trial_id],
  ])
  expect(await letters()).toHaveLength(1)
})

describe('acknowledging', () => {
  test('is recorded in the audit log of the trial, with its reason', async () => {
    const id = await raisedAlarm(world, trial.trial_id)
    await acknowledge(administrator, id, 'The disk was replaced')
    const entry = await world.database.queries
      .selectFrom('audit_log')
      .select(['trial_id', 'user_id', 'description', 'reason'])
      .where('kind', '=', 'alarm_acknowledged')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      trial_id: trial.trial_id,
      user_id: world.personId('administrator'),
      description: `Alarm ${id} of ${world.clock.now().slice(0, 10)} about the ledger acknowledged`,
      reason: 'The disk was replaced',
    })
  })

  test('is done by one of two people at once, and by a repeat only once', async () => {
    const id = await raisedAlarm(world, trial.trial_id)
    const both = await Promise.all([acknowledge(administrator, id), acknowledge(administrator, id)])
    expect(both.map(({ status, problem }) => problem?.code ?? String(status)).toSorted()).toEqual([
      '200',
      'alarm_acknowledged',
    ])
    const other = await raisedAlarm(world, null, 'audit_log')
    const headers = { 'Idempotency-Key': 'the-same' }
    expect(await acknowledge(administrator, other, 'Seen', headers)).toMatchObject({ status: 200, replayed: false })
    expect(await acknowledge(administrator, other, 'Seen', headers)).toMatchObject({ status: 200, replayed: true })
  })

  test.each(['', '   '])('needs a reason: “%s” is none', async (reason) => {
    const id = await raisedAlarm(world, trial.trial_id)
    expect((await acknowledge(administrator, id, reason)).problem?.code).toBe('validation_failed')
    expect(await alarmsFor(administrator)).toHaveLength(1)
  })

  test('does not show its reason to a blinded user of the trial', async () => {
    const id = await raisedAlarm(world, trial.trial_id)
    await acknowledge(administrator, id, 'Participant 1 had the other arm')
    const viewer = { person: 'administrator', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null } as const
    await grant(world, { ...viewer, is_blinded_whole: true })
    const text = await (await administrator.fetch(`audit-logs?trial_id=${trial.trial_id}`)).text()
    expect(text).toContain('alarm_acknowledged')
    expect(text).not.toContain('the other arm')
  })
})

test('shows an alarm of a protected trial without the trial to people who may not see that trial', async () => {
  const id = await raisedAlarm(world, trial.trial_id)
  await sql`update trials set is_protected_trial = true, setup_version = setup_version + 1 where id = ${trial.trial_id}`.execute(
    world.database.queries,
  )
  expect(await alarmsFor(administrator)).toMatchObject([{ id, kind: 'ledger', trial: null }])
  expect(valueOf(await acknowledge(administrator, id)).trial).toBeNull()
})

test('an alarm about a trial that never existed is raised and acknowledged nevertheless', async () => {
  const id = await raisedAlarm(world, 999_999, 'audit_log')
  expect(valueOf(await acknowledge(administrator, id))).toMatchObject({ trial: null })
})

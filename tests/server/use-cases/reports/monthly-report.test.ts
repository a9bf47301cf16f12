import { changeMonthlyReport, getMonthlyReport } from '#contract/monthly-report'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import { runIfDue } from '../../../../src/server/doors/jobs/run-if-due'
import { sendMonthlyReports } from '../../../../src/server/doors/jobs/send-monthly-reports'
import { insertFlag } from '../../../../src/server/ground/db/participant-flags'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal } from '../../../support/portal'
import { printed } from '../../../support/read-symbols'
import { randomised } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'
import { stock } from '../../doors/jobs/stocked-trial'
import { mailingWorld, storedMessages, type MailingWorld } from '../../ground/mail/mailing-world'

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

const AFTER_NOVEMBER = '2026-12-01T12:20:00.000Z'
const AFTER_DECEMBER = '2027-01-01T12:20:00.000Z'

/** A trial with a coordinator, a blinded one at level 3, and a viewer. */
const aReportedTrial = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, overrides)
  const at = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...at })
  await grant(world, { person: 'unblinder', role: 'Trial administrator', ...at, is_blinded_whole: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...at })
  return trial
}

type People = readonly SampleAccountKey[]
const ids = (people: People) => people.map((key) => world.personId(key))

const change = async (
  who: SampleAccountKey,
  { trial_id }: Pick<BuiltTrial, 'trial_id'>,
  { add = [], remove = [] }: { add?: People; remove?: People },
  headers: Record<string, string> = {},
) =>
  ask(
    await signedInAs(world, who),
    changeMonthlyReport.response,
    `trials/${trial_id}/monthly-report/recipients`,
    posted({ add: ids(add), remove: ids(remove) }, headers),
  )

const shown = async (who: SampleAccountKey, { trial_id }: Pick<BuiltTrial, 'trial_id'>) =>
  ask(await signedInAs(world, who), getMonthlyReport.response, `trials/${trial_id}/monthly-report`)

const contextAt = (at: string) => ({ ...world.context, now: () => at })

const sentTo = async (trial: BuiltTrial) =>
  (await storedMessages(world, trial)).flatMap(({ facts, to }) =>
    facts.kind === 'monthly_report' ? [[facts.month, to]] : [],
  )

const entries = ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id', 'changes'])
    .where('trial_id', '=', trial_id)
    .where('kind', 'in', ['monthly_report_recipients_changed', 'monthly_report_sent'])
    .orderBy('position')
    .execute()

describe('recipients are not chosen', () => {
  test.each<[SampleAccountKey, number]>([
    ['monitor', 403],
    ['nurse', 404],
  ])('by %s, who does not manage the trial’s users', async (who, status) => {
    const trial = await aReportedTrial()
    expect((await change(who, trial, { add: ['coordinator'] })).status).toBe(status)
    expect((await shown(who, trial)).status).toBe(status)
  })

  test.each<[string, SampleAccountKey]>([
    ['who may not see its reports', 'monitor'],
    ['of no trial', 'pharmacist'],
    ['whom only the system’s role brings into the trial', 'administrator'],
  ])('among people %s', async (_who, person) => {
    const trial = await aReportedTrial()
    const refused = await change('coordinator', trial, { add: ['unblinder', person] })
    expect([refused.status, Object.keys(refused.problem?.fields ?? {})]).toEqual([422, ['add']])
    expect(valueOf(await shown('coordinator', trial)).recipients).toEqual([])
    expect(await entries(trial)).toEqual([])
  })

  test('to be added and removed at once', async () => {
    const trial = await aReportedTrial()
    expect((await change('coordinator', trial, { add: ['unblinder'], remove: ['unblinder'] })).status).toBe(422)
  })
})

describe('recipients', () => {
  test('are chosen and removed one by one, each change recorded once', async () => {
    const trial = await aReportedTrial()
    expect(valueOf(await shown('coordinator', trial))).toMatchObject({
      recipients: [],
      candidates: [{ id: world.personId('coordinator') }, { id: world.personId('unblinder') }],
      last: null,
      next_at: AFTER_NOVEMBER,
      // No mail server is configured.
      is_written_to_files: true,
    })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await change('coordinator', trial, { add: ['unblinder'] }, headers)
    expect((await change('coordinator', trial, { add: ['unblinder'] }, headers)).replayed).toBe(true)
    expect(first.value).toMatchObject({ recipients: [{ id: world.personId('unblinder') }] })
    // A person who has not seen that choice adds another recipient, and sends an earlier one again.
    valueOf(await change('unblinder', trial, { add: ['coordinator', 'unblinder'] }))
    expect(valueOf(await change('coordinator', trial, { remove: ['unblinder', 'monitor'] })).recipients).toEqual([
      { id: world.personId('coordinator'), name: expect.any(String) },
    ])
    valueOf(await change('administrator', trial, { add: ['administrator'] }))
    const field = 'recipient_user_id'
    const [coordinator, unblinder, administrator] = ids(['coordinator', 'unblinder', 'administrator'])
    const kind = 'monthly_report_recipients_changed'
    expect(await entries(trial)).toEqual([
      { kind, user_id: coordinator, changes: [{ field, old: null, new: unblinder }] },
      { kind, user_id: unblinder, changes: [{ field, old: null, new: coordinator }] },
      { kind, user_id: coordinator, changes: [{ field, old: unblinder, new: null }] },
      { kind, user_id: administrator, changes: [{ field, old: null, new: administrator }] },
    ])
  })

  test('who lose access are sent nothing, and are removed with an entry of the service', async () => {
    const trial = await aReportedTrial()
    await change('coordinator', trial, { add: ['coordinator', 'unblinder'] })
    const permissions = world.database.queries.updateTable('user_permissions').where('trial_id', '=', trial.trial_id)
    await permissions.where('user_id', '=', world.personId('unblinder')).set({ ended_at: world.clock.now() }).execute()
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    expect(await sentTo(trial)).toEqual([['2026-11', 'coordinator']])
    expect((await entries(trial)).slice(1)).toEqual([
      {
        kind: 'monthly_report_recipients_changed',
        user_id: null,
        changes: [{ field: 'recipient_user_id', old: world.personId('unblinder'), new: null }],
      },
      {
        kind: 'monthly_report_sent',
        user_id: null,
        changes: [{ field: 'recipient_user_id', old: null, new: world.personId('coordinator') }],
      },
    ])
    // Regained access does not resume the report.
    await grant(world, { person: 'unblinder', role: 'Trial administrator', trial_id: trial.trial_id, site_id: null })
    await sendMonthlyReports(contextAt(AFTER_DECEMBER))
    expect(await sentTo(trial)).toEqual([
      ['2026-11', 'coordinator'],
      ['2026-12', 'coordinator'],
    ])
  })

  test('whose account has ended are sent nothing until it is extended, and stay chosen', async () => {
    const trial = await aReportedTrial()
    await change('coordinator', trial, { add: ['coordinator', 'unblinder'] })
    const account = world.database.queries.updateTable('users').where('id', '=', world.personId('unblinder'))
    await account.set({ expires_at: '2026-11-30T00:00:00.000Z' }).execute()
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    await account.set({ expires_at: null }).execute()
    expect(await sentTo(trial)).toEqual([['2026-11', 'coordinator']])
    await sendMonthlyReports(contextAt(AFTER_DECEMBER))
    const later = (await sentTo(trial)).slice(1).map(([, to]) => to)
    expect(new Set(later)).toEqual(new Set(['coordinator', 'unblinder']))
    const kinds = (await entries(trial)).map(({ kind }) => kind)
    expect(kinds).toEqual(['monthly_report_recipients_changed', 'monthly_report_sent', 'monthly_report_sent'])
  })

  test('who lose access while the email waits are sent nothing', async () => {
    const trial = await aReportedTrial()
    await change('coordinator', trial, { add: ['coordinator'] })
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    const permissions = world.database.queries.updateTable('user_permissions').where('trial_id', '=', trial.trial_id)
    await permissions.where('user_id', '=', world.personId('coordinator')).set({ role_id: 4 }).execute()
    await deliverMail({ context: contextAt(AFTER_NOVEMBER) })
    const states = (await storedMessages(world, trial)).map(({ state, error }) => [state, error])
    expect(states).toEqual([['failed', 'The recipient may no longer receive this email']])
  })
})

describe('a month is sent', () => {
  test('once, by however many processes, after a run that died before it was stored', async () => {
    const trial = await aReportedTrial()
    await change('coordinator', trial, { add: ['coordinator', 'unblinder'] })
    const dying = {
      ...contextAt(AFTER_NOVEMBER),
      get config(): never {
        throw new Error('killed')
      },
    }
    await expect(sendMonthlyReports(dying)).rejects.toThrow('failed for')
    expect([await sentTo(trial), (await entries(trial)).length]).toEqual([[], 1])
    const other = await testPortal({ beside: world })
    const another = { ...other.context, now: () => AFTER_NOVEMBER }
    await Promise.all([sendMonthlyReports(contextAt(AFTER_NOVEMBER)), sendMonthlyReports(another)])
    await sendMonthlyReports(contextAt('2026-12-15T00:00:00.000Z'))
    await other.stop()
    expect(await sentTo(trial)).toEqual([
      ['2026-11', 'coordinator'],
      ['2026-11', 'unblinder'],
    ])
    expect((await entries(trial)).filter(({ kind }) => kind === 'monthly_report_sent')).toHaveLength(1)
    const { last } = valueOf(await shown('coordinator', trial))
    expect(last).toEqual({ month: '2026-11', sent_at: AFTER_NOVEMBER, recipients: 2 })
  })

  test('by the job, on the first day after it and not before', async () => {
    const trial = await aReportedTrial()
    await change('coordinator', trial, { add: ['coordinator'] })
    const job = EVERY_JOB.find(({ name }) => name === 'send_monthly_reports')
    if (!job) throw new Error('there is no such job')
    // A new portal makes up for the month before: October, when this trial had not started.
    expect(await runIfDue(world.context, job)).toBe('done')
    expect(await sentTo(trial)).toEqual([])
    expect(await runIfDue(contextAt('2026-12-01T12:19:59.999Z'), job)).toBe('left')
    expect(await runIfDue(contextAt(AFTER_NOVEMBER), job)).toBe('done')
    expect(await runIfDue(contextAt('2026-12-31T23:00:00.000Z'), job)).toBe('left')
    expect(await sentTo(trial)).toEqual([['2026-11', 'coordinator']])
  })

  test('for no trial that is still planned, or that ended before the month', async () => {
    const planned = await aReportedTrial({ status: 'planning' })
    const ended = await aReportedTrial({ status: 'finished' })
    for (const trial of [planned, ended]) await change('coordinator', trial, { add: ['coordinator'] })
    expect(valueOf(await shown('coordinator', planned)).next_at).toBeNull()
    await sendMonthlyReports(contextAt(AFTER_DECEMBER))
    expect([await sentTo(planned), await sentTo(ended)]).toEqual([[], []])
  })
})

describe('the email', () => {
  test('has the month’s figures by the trial’s own clock, and the same as a PDF', async () => {
    const trial = await aReportedTrial({ sample_size: 40, selected_timezone: 'Pacific/Auckland' })
    await change('coordinator', trial, { add: ['coordinator'] })
    await randomised(await signedInAs(world, 'administrator'), trial, 3)
    // In Auckland it is already the first of December.
    const [last] = await world.database.queries
      .selectFrom('participants')
      .select('id')
      .where('trial_id', '=', trial.trial_id)
      .orderBy('id', 'desc')
      .execute()
    await world.database.queries
      .updateTable('participants')
      .set({ created_at: '2026-11-30T11:00:00.000Z' })
      .where('id', '=', last?.id ?? 0)
      .execute()
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    const message = (await storedMessages(world, trial)).find(({ kind }) => kind === 'monthly_report')
    expect(message?.facts).toMatchObject({
      month: '2026-11',
      figures: { randomised: 2, total: 2, sample_size: 40, flagged: 0, unblinded: 0, errors: 0, packs: null },
    })
    await deliverMail({ context: contextAt(AFTER_NOVEMBER) })
    const mail = writtenMail(world.folder).find(({ file }) => file === `${message?.id}.eml`)
    expect(mail?.subject).toBe(`Trial ${trial.trial_id}: monthly report for November 2026`)
    expect(mail?.text).toContain('Randomised so far: 2 of 40')
    expect(mail?.text).not.toMatch(/Amlodipine|Indapamide|Tablet/)
    const [pdf, ...more] = mail?.attachments ?? []
    expect([pdf?.filename, more]).toEqual([`trial-${trial.trial_id}-report-2026-11.pdf`, []])
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  // The plan expects four each day, as the overview of the trial says for the same days.
  test.each<[string, TrialOverrides, string | null, number]>([
    ['the last day of the month', {}, null, 360],
    ['the day of the month on which the trial ended', { status: 'finished' }, '2026-11-11', 284],
  ])('has the number expected by %s', async (_day, overrides, ended_on, expected) => {
    const trial = await aReportedTrial({ sample_size: 400, end_on: '2026-12-10', ...overrides })
    await change('coordinator', trial, { add: ['coordinator'] })
    const trials = world.database.queries.updateTable('trials').where('id', '=', trial.trial_id)
    await trials.set({ started_on: '2026-09-01', ended_on }).execute()
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    const message = (await storedMessages(world, trial)).find(({ kind }) => kind === 'monthly_report')
    expect(message?.facts).toMatchObject({ figures: { expected } })
  })

  test('compares those who count with the sample size, where flagged ones do not', async () => {
    const trial = await aReportedTrial({ sample_size: 3, exclude_flagged_participants: true })
    await change('coordinator', trial, { add: ['coordinator'] })
    const administrator = await signedInAs(world, 'administrator')
    const drawn = [await drawnAt(administrator, trial, 0), await drawnAt(administrator, trial, 0)]
    await drawnAt(administrator, trial, 0)
    valueOf(await flag(administrator, trial, drawn[0] ?? { id: 0 }))
    await drawnAt(administrator, trial, 0)
    const ofDecember = {
      participant_id: drawn[1]?.id ?? 0,
      is_flagged: true,
      flagged_by: world.personId('administrator'),
      comment: 'After the month',
      created_at: AFTER_NOVEMBER,
    }
    await insertFlag(world.database.queries, trial.trial_id, ofDecember, false)
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    const message = (await storedMessages(world, trial)).find(({ kind }) => kind === 'monthly_report')
    expect(message?.facts).toMatchObject({ figures: { total: 4, counted: 3, sample_size: 3, flagged: 1 } })
    await deliverMail({ context: contextAt(AFTER_NOVEMBER) })
    const mail = writtenMail(world.folder).find(({ file }) => file === `${message?.id}.eml`)
    expect(mail?.text).toContain('Randomised so far, flagged or not: 4')
    expect(mail?.text).toContain('Counted towards the sample size: 3 of 3')
    const pages = await printed(mail?.attachments[0]?.content ?? new Uint8Array(), 36)
    const pdf = pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
    expect(pdf).toContain('Randomised so far, flagged or not 4')
    expect(pdf).toContain('Counted towards the sample size 3 of 3')
    expect(pdf).toContain('Flagged participants do not count towards the sample size.')
  })

  test.each([
    [true, 4],
    [false, 11],
  ])('counts the packs that participants can get: sites manage them %s', async (is_site_managing_packs, packs) => {
    const trial = await aReportedTrial({
      is_managing_packs: true,
      is_site_managing_packs,
      sites: [{ title: 'Open' }, { title: 'Closed' }],
    })
    await change('coordinator', trial, { add: ['coordinator'] })
    await stock(world, trial, { prefix: 'N', count: 4, status: 'active' })
    await stock(world, trial, { prefix: 'C', count: 5, status: 'active', site: 1 })
    await stock(world, trial, { prefix: 'P', count: 2, status: 'active', site: null })
    const site = world.database.queries.updateTable('sites').where('id', '=', trial.sites[1]?.id ?? 0)
    await site.set({ is_deleted: true }).execute()
    await sendMonthlyReports(contextAt(AFTER_NOVEMBER))
    const message = (await storedMessages(world, trial)).find(({ kind }) => kind === 'monthly_report')
    expect(message?.facts).toMatchObject({ figures: { packs } })
  })
})

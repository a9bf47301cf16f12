import { api } from '#contract/api'
import { listAuditLogs } from '#contract/audit-logs'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import { date, instant } from '#contract/fields'
import { sentInstant } from '#contract/sent-instant'
import { isPublic } from '#contract/needs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeZones } from '../../../../src/server/ground/time/time-zones'
import { aTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { exportToken } from '../../../support/export-calls'
import { plainRequest, type PlainAnswer } from '../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomised, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { soundBodies } from '../../../support/sound-bodies'
import { storedSimulation } from '../../../support/stored-simulation'
import { packsToActOn, packTrial, storedPack, type PackTrial } from '../../../support/study-packs'

/* The first and the last day of four-digit years, and days and instants beyond them, in every field that takes one. */

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const NO_DAYS = ['0000-12-31', '10000-01-01', '+010000-01-01', '-000001-12-31', '9999-12-32']

/**
 * The answer of each field to the first day and to the last. A trial ends after its start and expires after its end.
 */
const DAYS: readonly Row[] = [
  ['createTrial', 'body.start_on', 201, 422],
  ['createTrial', 'body.end_on', 422, 422],
  ['createTrial', 'body.expires_at', 422, 201],
  ['createTrial', 'body.org_quote_date', 201, 201],
  ['createTrial', 'body.org_paid_date', 201, 201],
  ['createTrial', 'body.org_contract_date', 201, 201],
  ['updateTrial', 'body.start_on', 200, 422],
  ['updateTrial', 'body.end_on', 422, 200],
  ['updateTrial', 'body.expires_at', 422, 200],
  ['updateTrial', 'body.org_quote_date', 200, 200],
  ['updateTrial', 'body.org_paid_date', 200, 200],
  ['updateTrial', 'body.org_contract_date', 200, 200],
  ['previewTrialSave', 'body.start_on', 200, 422],
  ['previewTrialSave', 'body.end_on', 422, 200],
  ['previewTrialSave', 'body.expires_at', 422, 200],
  ['previewTrialSave', 'body.org_quote_date', 200, 200],
  ['previewTrialSave', 'body.org_paid_date', 200, 200],
  ['previewTrialSave', 'body.org_contract_date', 200, 200],
  ['updateStudyPacks', 'body.expire_on', 200, 200],
  ['updateStudyPacks', 'body.seen.0.expire_on', 409, 409],
  ['generateStudyPacks', 'body.expire_on', 422, 200],
  ['importStudyPacks', 'body.study_packs.0.expire_on', 422, 201],
  ['listAuditLogs', 'query.from', 200, 200],
  ['listAuditLogs', 'query.to', 200, 200],
  ['downloadAuditLogs', 'query.from', 200, 200],
  ['downloadAuditLogs', 'query.to', 200, 200],
]

/** A device's clock may be wrong: an impossible time is stored as the server's own. */
const FIRST_INSTANT = '0000-01-01T00:00:00.000Z'
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'
const NO_INSTANTS = ['10000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', '9999-12-31T24:00:00.000Z']
const INSTANTS: readonly Row[] = [
  ['flagParticipant', 'body.performed_at', 200, 200],
  ['dispenseStudyPacks', 'body.performed_at', 200, 200],
  ['reportDeviceActions', 'body.actions.0.performed_at', 204, 204],
  ['reportOfflineUnlock', 'body.performed_at', 204, 204],
  ['createNotice', 'body.shown_from', 422, 422],
  ['createNotice', 'body.shown_until', 422, 422],
]

type Row = readonly [call: keyof typeof api, field: string, first: number, last: number]

let world: TestPortal
let administrator: SignedIn
let trial: PackTrial

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await packTrial(world, { packs: 10 })
})
afterAll(() => world.stop())

test('the table has every field of a day or an instant in the contract, beside the cells of an import', () => {
  const inTables = [...DAYS, ...INSTANTS].map(([call, field]) => `${call} ${field}`)
  const inContract = Object.entries<Endpoint>(api).flatMap(([call, { input }]) =>
    timesIn(input)
      // The version that a person saw is compared with the stored one and is never stored.
      .filter((field) => field !== 'body.updated_at')
      .map((field) => `${call} ${field}`),
  )
  expect([...inContract, 'importStudyPacks body.study_packs.0.expire_on'].toSorted()).toEqual(inTables.toSorted())
})

describe.each(DAYS)('%s, %s', (call, field, first, last) => {
  test.each([
    [FIRST_DAY, first],
    [LAST_DAY, last],
  ])('%s: %i', async (day, status) => {
    expect(summaryOf(await sent(call, field, day))).toBe(status)
  })

  test('an invalid day is a 422 that names it', async () => {
    expect(await namedFor(call, field, NO_DAYS)).toEqual(NO_DAYS.map((day) => [day, 422, true]))
  })
})

describe.each(INSTANTS)('%s, %s', (call, field, first, last) => {
  test.each([
    [FIRST_INSTANT, first],
    [LAST_INSTANT, last],
  ])('%s: %i', async (time, status) => {
    for (const clock of [null, FIRST_INSTANT, LAST_INSTANT]) {
      const answer = await sent(call, field, time, clock === null ? {} : { 'X-Client-Time': clock })
      expect([clock, summaryOf(answer)]).toEqual([clock, status])
    }
  })

  test('an invalid instant is a 422 that names it', async () => {
    expect(await namedFor(call, field, NO_INSTANTS)).toEqual(NO_INSTANTS.map((time) => [time, 422, true]))
  })
})

test.each(NO_INSTANTS)('X-Client-Time %s: 400', async (time) => {
  const answer = await sent('flagParticipant', 'body.performed_at', LAST_INSTANT, { 'X-Client-Time': time })
  expect(v.parse(problem, answer.json()).code).toBe('malformed_header')
})

describe('the audit log, by days in time zones far from UTC', () => {
  const FAR = ['Pacific/Kiritimati', 'Pacific/Apia', 'Asia/Manila', 'America/Juneau', 'Pacific/Niue', 'Africa/Monrovia']
  const search = async (query: string) =>
    valueOf(await ask(administrator, listAuditLogs.response, `audit-logs?${query}`))

  test.each([null, ...FAR])('%s', async (selected_timezone) => {
    await world.database.queries
      .updateTable('users')
      .set({ selected_timezone })
      .where('id', '=', world.personId('administrator'))
      .execute()
    const { total } = await search('')
    expect(total).toBeGreaterThan(0)
    expect((await search(`from=${FIRST_DAY}&to=${LAST_DAY}`)).total).toBe(total)
    expect((await search(`from=${FIRST_DAY}`)).total).toBe(total)
    expect((await search(`to=${LAST_DAY}`)).total).toBe(total)
    expect((await search(`from=${LAST_DAY}`)).total).toBe(0)
    expect((await search(`to=${FIRST_DAY}`)).total).toBe(0)
  })

  test('the zones are supported', () => {
    expect(FAR.filter((zone) => !timeZones().includes(zone))).toEqual([])
  })
})

describe('a trial from the first day to the last', () => {
  const REPORTS = [
    'makeManagementReport',
    'makeLongReport',
    'makeShortReport',
    'makeTrialManagementReport',
    'makeBalanceReport',
    'makeOpenBalanceReport',
  ] as const

  test.each(['Pacific/Kiritimati', 'Pacific/Niue'])('in %s is answered by every call that reads', async (zone) => {
    const far = await aTrial(world, { start_on: FIRST_DAY, end_on: LAST_DAY, selected_timezone: zone, packs: 10 })
    const [participant] = await randomised(administrator, far, 1)
    await storedPack(world, far, 'active', { expire_on: FIRST_DAY, duration: 36_500 })
    const ids: Record<string, number | undefined> = {
      trial_id: far.trial_id,
      site_id: far.sites[0]?.id,
      participant_id: participant?.id,
      study_pack_id: await storedPack(world, far, 'active', { expire_on: LAST_DAY }),
      user_id: world.personId('nurse'),
      simulation_id: await storedSimulation(world, 'administrator'),
      audit_log_id: 1,
    }
    const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
    const reads = Object.entries<Endpoint>(api).filter(([, one]) => one.method === 'GET' && !isPublic(one))
    for (const [call, { path }] of reads) {
      expect([call, (await administrator.fetch(filled(path))).status]).toEqual([call, 200])
    }
    for (const report of REPORTS) {
      const { status } = await administrator.fetch(filled(api[report].path), posted({ type: 'data' }))
      expect([report, status]).toEqual([report, 200])
    }
  })
})

/** A valid request, which no earlier one prevents. */
const soundRequest = async (call: keyof typeof api) => {
  const planned = await aTrial(world, { status: 'planning' })
  const settings = await shownTo(administrator, planned.trial_id)
  const packs = await packsToActOn(world, trial, 'coordinator')
  const [participant] = call === 'flagParticipant' ? await randomised(administrator, trial, 1) : []
  const isOfPlanned = call === 'updateTrial' || call === 'previewTrialSave'
  const path = api[call].path
    .replace('{trial_id}', String(isOfPlanned ? planned.trial_id : trial.trial_id))
    .replace('{participant_id}', String(participant?.id))
  const seen = [{ study_pack_id: packs.update, expire_on: null, duration: null }]
  const sound = soundBodies({ trial, user_id: world.personId('nurse'), settings, packs })[call]
  const query = call === 'downloadAuditLogs' ? { token: await auditToken(), format: 'json' } : {}
  return { path, query, body: call === 'updateStudyPacks' ? { ...sound, seen } : sound }
}

const auditToken = async () => valueOf(await exportToken(administrator, 'audit-logs/export')).token

type Headers = Record<string, string>

/** Sends a call that is valid except for the value of one field. */
const sent = async (call: keyof typeof api, field: string, value: string, headers: Headers = {}) =>
  sentOver(call, await soundRequest(call), { field, value, headers })

const sentOver = (
  call: keyof typeof api,
  { path, body, query }: Awaited<ReturnType<typeof soundRequest>>,
  { field, value, headers }: { field: string; value: string; headers: Headers },
): Promise<PlainAnswer> => {
  const { method }: Endpoint = api[call]
  const [part, ...keys] = field.split('.')
  const fields = new URLSearchParams(part === 'query' ? { ...query, [keys.join('.')]: value } : query)
  const ordinary = { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' }
  const init = method === 'GET' ? {} : { body: JSON.stringify(part === 'body' ? withAt(body, keys, value) : body) }
  return plainRequest(world, `${path}?${fields}`, { method, headers: { ...ordinary, ...headers }, ...init })
}

/** The refusal of each value: its status, and the field or imported row that it names. */
const namedFor = async (call: keyof typeof api, field: string, values: readonly string[]) => {
  const request = await soundRequest(call)
  const refusals = []
  for (const value of values) {
    const answer = await sentOver(call, request, { field, value, headers: {} })
    const { fields = {} } = v.parse(problem, answer.json())
    refusals.push([value, answer.status, Object.keys(fields).some((name) => field.endsWith(name))])
  }
  return refusals
}

/** A value with another at one place of it. */
const withAt = (within: unknown, [field, ...rest]: readonly string[], other: unknown): unknown => {
  if (field === undefined) return other
  if (Array.isArray(within)) return within.map((item: unknown) => withAt(item, rest, other))
  const fields = Object.entries(typeof within === 'object' && within !== null ? within : {})
  return { ...Object.fromEntries(fields), [field]: withAt(fields.find(([name]) => name === field)?.[1], rest, other) }
}

/** The status of an answer, with its text where the server failed. */
const summaryOf = ({ status, text }: PlainAnswer): string | number => (status < 500 ? status : `${status} ${text}`)

/** The names of the fields of a schema that take a day or an instant. */
const timesIn = (schema: unknown, path: readonly string[] = []): string[] => {
  if (schema === date || schema === instant || schema === sentInstant) return [path.join('.')]
  if (typeof schema !== 'object' || schema === null) return []
  if ('wrapped' in schema) return timesIn(schema.wrapped, path)
  if ('item' in schema) return timesIn(schema.item, [...path, '0'])
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.flatMap((one) => timesIn(one, path))
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return []
  return Object.entries(schema.entries).flatMap(([name, field]) => timesIn(field, [...path, name]))
}

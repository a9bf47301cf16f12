import { listAuditLogs } from '#contract/audit-logs'
import { API_BASE } from '#contract/api-address'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { lockChain } from '../../../../src/server/ground/db/lock-order'
import { recordRefusals } from '../../../../src/server/doors/jobs/record-refusals'
import { createRefusalCounts } from '../../../../src/server/ground/refusals/refusal-counts'
import { aTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'
import { exchange, redirectPath, refOf, returnedFrom, signedInAs, type SignedIn } from '../../../support/sign-in'
import { webBrowser } from '../../../support/web-browser'
import {
  activeAccount,
  externalWorld,
  from,
  PASSWORD,
  send,
  type ExternalWorld,
} from '../../doors/idp/external/external-world'
import { codeAt, enrolled, enter, sendCode, upToCode } from '../../doors/idp/external/second-factor-pages'

/* Failed sign-ins and refused access are counted by hour and recorded in the audit log (decision 0032). */

let world: TestPortal
let nurse: SignedIn
let protectedTrial: number
beforeAll(async () => {
  world = await testPortal()
  protectedTrial = (await aTrial(world, { title: 'Nobody may know' })).trial_id
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.context.refusals.settled()
  await world.database.queries.deleteFrom('refusals').execute()
  nurse = await signedInAs(world, 'nurse')
})

const HOUR = 60 * 60
const HERE = '127.0.0.1'

/** The counters, without ids. */
const counted = async () => {
  await world.context.refusals.settled()
  const rows = world.database.queries
    .selectFrom('refusals')
    .select(['kind', 'code', 'call', 'user_id', 'address', 'times'])
  return rows.orderBy('id').execute()
}

/** The entries that the job adds to the audit log once the hour is over. */
const recorded = async () => {
  await world.context.refusals.settled()
  world.clock.step(HOUR)
  const before = (await readChain(world.database.queries, 0)).length
  await recordRefusals(world.context)
  return (await readChain(world.database.queries, 0)).entries.slice(before)
}

describe('refused access', () => {
  it('is counted by person, address, call and reason, never by its subject', async () => {
    expect((await nurse.fetch(`trials/${protectedTrial}`)).status).toBe(404)
    expect((await nurse.fetch(`trials/${protectedTrial + 1000}`)).status).toBe(404)
    expect((await nurse.fetch('users')).status).toBe(403)
    const ofNurse = { kind: 'access_refused', user_id: world.personId('nurse'), address: HERE }
    const rows = await counted()
    expect(rows).toEqual([
      { ...ofNurse, call: 'GET trials/{trial_id}', code: 'not_found', times: 2 },
      { ...ofNurse, call: 'GET users', code: 'forbidden', times: 1 },
    ])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Nobody may know|${nurse.token}`))
  })

  it('counts another account that was used to confirm, and not the request itself', async () => {
    const administrator = await signedInAs(world, 'administrator', false)
    const body = JSON.stringify({ role_id: 1 })
    const refusedCode = await administrator.fetch(`users/${world.personId('monitor')}/permissions`, {
      method: 'POST',
      body,
    })
    expect(refusedCode.status).toBe(403)
    expect(await counted()).toEqual([])
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser, { purpose: 'confirm' }))
    await browser.ask(`${world.url}${API_BASE}/auth/me/fresh-sign-in`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ idp: 'sso', ref }),
    })
    expect(await counted()).toMatchObject([{ code: 'other_person', user_id: world.personId('administrator') }])
  })

  it('counts a forged token by its address, and neither a missing one nor an answer that is no refusal', async () => {
    const url = `${world.url}${API_BASE}/auth/me`
    await fetch(url)
    await fetch(url, { headers: { Authorization: 'Bearer forged.by.somebody' } })
    await nurse.fetch('auth/me')
    await nurse.fetch('trials?page=none')
    const forged = { kind: 'access_refused', user_id: null, address: HERE, call: 'GET auth/me', code: 'token_invalid' }
    expect(await counted()).toEqual([{ ...forged, times: 1 }])
  })
})

describe('a failed sign-in', () => {
  const failed = { kind: 'sign_in_failed', address: HERE, user_id: null, times: 1 }

  it('with an invalid REF', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('sso')}`)
    await exchange(world, 'sso', 'made-up', browser)
    expect(await counted()).toEqual([{ ...failed, call: 'sign-in (sso)', code: 'ref_invalid' }])
  })

  it('that is exchanged too late', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'aaf', 'nurse', browser))
    world.clock.step(121)
    await exchange(world, 'aaf', ref, browser)
    expect(await counted()).toEqual([{ ...failed, call: 'sign-in (aaf)', code: 'ref_invalid' }])
  })

  it('that the provider refused, and one that nobody began', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('linkedin')}`)
    const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', iss: `${world.url}/idp` })
    await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?${query.toString()}`)
    await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?code=stolen&state=forged`)
    expect(await counted()).toEqual([
      { ...failed, call: 'sign-in (linkedin)', code: 'provider_refused' },
      { ...failed, call: 'sign-in', code: 'ref_invalid' },
    ])
  })

  it('with an unknown identity', async () => {
    const { queries } = world.database
    const ended = { ended_at: world.clock.now() }
    await queries.updateTable('user_profiles').set(ended).where('user_id', '=', world.personId('monitor')).execute()
    const browser = webBrowser()
    await exchange(world, 'google', refOf(await returnedFrom(world, 'google', 'monitor', browser)), browser)
    expect(await counted()).toEqual([{ ...failed, call: 'sign-in (google)', code: 'identity_unknown' }])
  })

  it.each([
    ['inactive', { is_active: false }, 'account_inactive'],
    ['that has expired', { expires_at: '2026-11-01T00:00:00.000Z' }, 'account_expired'],
  ])('of an account %s is counted for its person', async (_, change, code) => {
    const user_id = world.personId('unblinder')
    const { queries } = world.database
    await queries.updateTable('users').set(change).where('id', '=', user_id).execute()
    const browser = webBrowser()
    const answer = await exchange(world, 'sso', refOf(await returnedFrom(world, 'sso', 'unblinder', browser)), browser)
    expect(JSON.parse(answer.text).user_id).toBeUndefined()
    expect(await counted()).toEqual([{ ...failed, user_id, call: 'sign-in (sso)', code }])
    await queries.updateTable('users').set({ is_active: true, expires_at: null }).where('id', '=', user_id).execute()
  })

  it('with a wrong password, of which nothing is stored', async () => {
    const browser = webBrowser()
    const page = await browser.go(`${world.url}${redirectPath('lti')}`)
    const form = new URLSearchParams({ email: 'typed@example.org', password: 'typed by mistake' })
    const headers = { Origin: world.url, 'Sec-Fetch-Site': 'same-origin' }
    const answer = await browser.ask(page.url.href, { method: 'POST', body: form, headers })
    expect(answer.status).toBe(422)
    const rows = await counted()
    expect(rows).toEqual([{ ...failed, call: 'sign-in (lti)', code: 'wrong_password' }])
    expect(JSON.stringify(rows)).not.toContain('typed')
  })
})

describe('a wrong password or code of an external account', () => {
  let external: ExternalWorld
  beforeAll(async () => {
    external = await externalWorld()
  })
  afterAll(() => external.stop())

  it('is counted at each of its forms, once for each attempt', async () => {
    const email = 'nurse@home.example'
    await activeAccount(external, 'nurse', email)
    const { key } = await enrolled(external, email)
    const wrongCode = codeAt(key, external.clock.now(), 9)
    await external.context.refusals.settled()
    await external.database.queries.deleteFrom('refusals').execute()

    const { browser: signingIn } = await upToCode(external, email)
    expect((await sendCode(external, signingIn, wrongCode, email)).status).toBe(422)
    expect((await enter(external, email, 'wrong')).entered.status).toBe(422)
    const { browser: removing } = await enter(external, email)
    const off = (password: string, code: string) =>
      send(removing, `${external.url}/idp/external/second-factor/off`, { password, code }, from(email))
    expect((await off('wrong', codeAt(key, external.clock.now()))).status).toBe(422)
    expect((await off(PASSWORD, wrongCode)).status).toBe(422)

    await external.context.refusals.settled()
    const rows = await external.database.queries
      .selectFrom('refusals')
      .select(['kind', 'call', 'code', 'times'])
      .orderBy('code')
      .orderBy('call')
      .execute()
    const failed = { kind: 'sign_in_failed', times: 1 }
    const removal = 'removal of the second factor (lti)'
    expect(rows).toEqual([
      { ...failed, call: removal, code: 'wrong_code' },
      { ...failed, call: 'sign-in (lti)', code: 'wrong_code' },
      { ...failed, call: 'account page (lti)', code: 'wrong_password' },
      { ...failed, call: removal, code: 'wrong_password' },
    ])
    for (let tries = 0; tries < 3; tries += 1) await sendCode(external, signingIn, wrongCode, email)
    await sendCode(external, signingIn, wrongCode, email)
    await external.context.refusals.settled()
    const late = external.database.queries.selectFrom('refusals').select('times').where('code', '=', 'too_many_tries')
    expect(await late.execute()).toEqual([{ times: 1 }])
  })
})

describe('in the audit log', () => {
  it('there is one entry for each count once its hour is over, and none before or twice', async () => {
    for (let tries = 0; tries < 25; tries += 1) await nurse.fetch('users')
    await world.context.refusals.settled()
    const before = (await readChain(world.database.queries, 0)).length
    await recordRefusals(world.context)
    expect((await readChain(world.database.queries, 0)).length).toBe(before)

    const hour = world.clock.now().slice(0, 13)
    const [entry, ...others] = await recorded()
    expect(others).toEqual([])
    const name = 'Amara Hughes'
    expect(entry).toMatchObject({
      kind: 'access_refused',
      user_id: world.personId('nurse'),
      changes: [{ field: 'times', old: null, new: 25 }],
    })
    expect(entry?.description).toMatch(
      new RegExp(
        `^Access refused 25 times for ${name} from 127.0.0.1, ${hour.replace('T', ' ')}:00–\\d\\d:00 UTC: GET users, forbidden$`,
      ),
    )
    expect(await recorded()).toEqual([])
    expect(await counted()).toEqual([])
  })

  it('they are found by kind, person and day by people who may read it', async () => {
    await nurse.fetch('users')
    await recorded()
    const administrator = await signedInAs(world, 'administrator')
    const sought = `audit-logs?kind=access_refused&user_id=${world.personId('nurse')}&from=${world.clock.now().slice(0, 10)}`
    const { data } = valueOf(await ask(administrator, listAuditLogs.response, sought))
    expect(data[0]).toMatchObject({ kind: 'access_refused', user: { id: world.personId('nurse') }, trial_id: null })
    const nobody = `audit-logs?kind=access_refused&user_id=${world.personId('pharmacist')}`
    expect(valueOf(await ask(administrator, listAuditLogs.response, nobody)).data).toEqual([])
  })
})

test('attempts from more and more addresses do not fill the log', async () => {
  const counts = createRefusalCounts(world.database.queries, pino({ level: 'silent' }))
  const refusal = { kind: 'sign_in_failed', code: 'ref_invalid', call: 'sign-in', user_id: null } as const
  for (let host = 0; host < 2000; host += 1)
    counts.note({ ...refusal, address: `10.0.${host >> 8}.${host & 255}` }, world.clock.now())
  await counts.settled()
  const rows = await counted()
  expect(rows).toHaveLength(501)
  expect(rows.find(({ address }) => address === null)?.times).toBe(1500)
})

test('a refusal that cannot be counted is still answered', async () => {
  const { queries } = world.database
  await queries.schema.alterTable('refusals').renameTo('refusals_away').execute()
  expect((await nurse.fetch('users')).status).toBe(403)
  await world.context.refusals.settled()
  await queries.schema.alterTable('refusals_away').renameTo('refusals').execute()
  expect(await counted()).toEqual([])
})

test.runIf(TEST_SERVER)('a refusal waits for no locked chain and no locked trial', async () => {
  const another = await world.database.openAnother()
  const open = await another.queries.startTransaction().execute()
  await lockChain(open, protectedTrial)
  await lockChain(open, 0)
  expect((await nurse.fetch('users')).status).toBe(403)
  expect(await counted()).toMatchObject([{ code: 'forbidden', times: 1 }])
  await open.rollback().execute()
  await another.close()
})

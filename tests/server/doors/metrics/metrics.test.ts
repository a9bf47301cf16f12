import { api } from '#contract/api'
import { reportDeviceActions } from '#contract/device-actions'
import { ERRORS } from '#contract/errors'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { recordBackup } from '../../../../src/server/ground/db/backups'
import { insertBroadcast, NO_LONGER_RECEIVED } from '../../../../src/server/ground/db/messages'
import { aTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { raisedAlarm } from '../../../support/raised-alarm'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'

const METRICS = { METRICS_PORT: '0' }

const worlds: TestPortal[] = []
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.stop()
})

const watched = async (beside?: TestPortal): Promise<TestPortal> => {
  const world = await testPortal({ environment: METRICS, ...(beside && { beside }) })
  worlds.push(world)
  return world
}

const addressOf = ({ metrics_url: address }: TestPortal): string => {
  if (address == null) throw new Error('there are no metrics')
  return address
}

const scraped = async (world: TestPortal): Promise<string> => {
  const response = await fetch(addressOf(world))
  expect(response.status).toBe(200)
  return response.text()
}

/** The value of a series in the text of a scrape. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const deployed = (name: string) => readFileSync(new URL(`../../../../src/deploy/${name}`, import.meta.url), 'utf8')

/** Randomises one participant, and has another refused. */
const randomising = async (world: TestPortal) => {
  const trial = await aTrial(world, { packs: 0 })
  const nurse = await signedInAs(world, 'administrator')
  await randomise(nurse, trial.trial_id, { site_id: trial.sites[0]?.id })
  await randomise(nurse, trial.trial_id, { site_id: 999_999 })
  return trial
}

describe('/metrics', () => {
  test('counts requests by operation and refusal, and times randomising', async () => {
    const world = await watched()
    await randomising(world)
    const text = await scraped(world)
    const series = (refusal: string) =>
      `equipoise_requests_total{operation="randomiseParticipant",refusal="${refusal}"}`
    expect(valueOf(text, series(''))).toBe(1)
    expect(text.match(/equipoise_requests_total\{operation="randomiseParticipant",refusal="\w+"\} 1/g)).toHaveLength(1)
    expect(valueOf(text, 'equipoise_randomising_seconds_count')).toBe(2)
    expect(valueOf(text, 'equipoise_randomising_waiting')).toBe(0)
    expect(valueOf(text, 'equipoise_database_up')).toBe(1)
  })

  test('has each refusal that an alert counts from the start, as increases are counted from there', async () => {
    const text = await scraped(await watched())
    const alerted = [...deployed('prometheus-alerts.yml').matchAll(/refusal=~?"([^"]+)"/g)].flatMap(([, codes = '']) =>
      codes.split('|'),
    )
    expect(alerted).toContain('internal_error')
    const missing = [...Object.keys(api), 'other'].flatMap((operation) =>
      alerted.filter(
        (refusal) => valueOf(text, `equipoise_requests_total{operation="${operation}",refusal="${refusal}"}`) !== 0,
      ),
    )
    expect(missing).toEqual([])
    expect(text.length).toBeLessThan(100_000)
  })

  test('has labels of closed lists only, and no name of a trial or person', async () => {
    const world = await watched()
    await randomising(world)
    await fetch(`${world.url}/api/v1/trials/Mary%20Smith`)
    const text = await scraped(world)
    const labels = (name: string) =>
      new Set([...text.matchAll(new RegExp(`[{,]${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value))
    expect([...labels('operation')].filter((each) => each !== 'other' && !(each in api))).toEqual([])
    expect([...labels('refusal')].filter((each) => each !== '' && !(each in ERRORS))).toEqual([])
    expect(text).not.toMatch(/Mary|@|trial_id|user_id/)
  })

  test('answers while the database is away, without old backlogs', async () => {
    const world = await watched()
    expect(valueOf(await scraped(world), 'equipoise_emails_waiting')).toBe(0)
    await world.context.database.close()
    const text = await scraped(world)
    expect(valueOf(text, 'equipoise_database_up')).toBe(0)
    expect(text).not.toMatch(/^equipoise_(emails|job|alarms|backup|device_actions)_\w+(\{.*\})? /m)
  })

  test('counts emails that are not tried any more, for seven days', async () => {
    const world = await watched()
    const abandoned = async () => valueOf(await scraped(world), 'equipoise_emails_abandoned')
    expect(await abandoned()).toBe(0)
    const { queries } = world.database
    const facts = { kind: 'broadcast', subject: 'Pause', body: 'On Monday', at: world.clock.now(), by: 'A' } as const
    const [first = 0, second = 0] = await insertBroadcast(queries, facts)
    await queries.updateTable('messages').set({ state: 'failed', attempts: 24 }).where('id', '=', first).execute()
    const withdrawn = { state: 'failed', attempts: 1, error: NO_LONGER_RECEIVED } as const
    await queries.updateTable('messages').set(withdrawn).where('id', '=', second).execute()
    expect(await abandoned()).toBe(1)
    world.clock.step(7 * 24 * 60 * 60)
    expect(await abandoned()).toBe(0)
  })

  test('counts open alarms by kind, and has the moment of the last backup once there is one', async () => {
    const world = await watched()
    const before = await scraped(world)
    expect(valueOf(before, 'equipoise_alarms_open{kind="ledger"}')).toBe(0)
    expect(before).not.toMatch(/^equipoise_backup_timestamp_seconds /m)
    const now = world.clock.now()
    await raisedAlarm(world, 7)
    await raisedAlarm(world, 8)
    await recordBackup(world.database.queries, { made_at: now, finished_at: now })
    const text = await scraped(world)
    expect(valueOf(text, 'equipoise_alarms_open{kind="ledger"}')).toBe(2)
    expect(valueOf(text, 'equipoise_alarms_open{kind="audit_log"}')).toBe(0)
    expect(valueOf(text, 'equipoise_backup_timestamp_seconds')).toBe(Date.parse(now) / 1000)
  })

  test('counts the actions that devices reported, by state, until they are settled', async () => {
    const world = await watched()
    const trials = [await aTrial(world, { packs: 0 }), await aTrial(world, { packs: 0 })] as const
    const nurse = await signedInAs(world, 'administrator')
    const [first, second] = [await drawnAt(nurse, trials[0], 0), await drawnAt(nurse, trials[1], 0)]
    const device_id = randomUUID()
    const report = async (action: { id: string; participant_id: number }, state: string) => {
      const body = { device_id, actions: [{ ...action, state }] }
      expect((await nurse.fetch(reportDeviceActions.path, posted(body))).status).toBe(204)
    }
    const open = async () => {
      const text = await scraped(world)
      return Object.fromEntries(
        ['unsent', 'refused', 'lost', 'discarded'].map((state) => [
          state,
          valueOf(text, `equipoise_device_actions_open{state="${state}"}`),
        ]),
      )
    }
    const none = { unsent: 0, refused: 0, lost: 0, discarded: 0 }
    expect(await open()).toEqual(none)

    const [refused, lost] = [
      { id: randomUUID(), participant_id: first.id },
      { id: randomUUID(), participant_id: second.id },
    ]
    await report(refused, 'refused')
    await report(lost, 'lost')
    expect(await open()).toEqual({ ...none, refused: 1, lost: 1 })
    await report(refused, 'corrected')
    expect(await open()).toEqual({ ...none, lost: 1 })
    world.clock.step(60)
    await flag(nurse, trials[1], second)
    expect(await open()).toEqual(none)
    expect(await scraped(world)).not.toContain('state="corrected"')
  })

  test('counts in each of two processes its own answers', async () => {
    const one = await watched()
    const other = await watched(one)
    await randomising(one)
    expect(valueOf(await scraped(one), 'equipoise_randomising_seconds_count')).toBe(2)
    expect(valueOf(await scraped(other), 'equipoise_randomising_seconds_count')).toBe(0)
  })

  test('is not served at the port of the portal, nor anything else at its own', async () => {
    const world = await watched()
    expect(await (await fetch(`${world.url}/metrics`)).text()).not.toContain('equipoise_')
    expect((await fetch(addressOf(world).replace('/metrics', '/api/v1/app-instance'))).status).toBe(404)
    expect((await fetch(addressOf(world), { method: 'POST' })).status).toBe(404)
  })

  test('refuses to start at a port that is taken, and names the setting', async () => {
    const { port } = new URL(addressOf(await watched()))
    const start = testPortal({ environment: { METRICS_PORT: port } })
    await expect(start).rejects.toThrow(`METRICS_PORT ${port} is taken by another process on 127.0.0.1`)
  })

  test('counts nothing where METRICS_PORT is not set', async () => {
    const world = await testPortal()
    worlds.push(world)
    expect([world.metrics_url, world.context.metrics]).toEqual([null, null])
  })
})

describe('the files for Prometheus and Grafana', () => {
  const expressionsOf = (text: string) =>
    text.split('\n').filter((line) => /^\s*"?expr"?:/.test(line) && !/expr: up\{/.test(line))

  test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
    '%s names only what the server exports',
    async (name) => {
      const text = await scraped(await watched())
      const named = expressionsOf(deployed(name)).flatMap(
        (line) => line.match(/\b(equipoise|nodejs|process)_\w+/g) ?? [],
      )
      expect(named.length).toBeGreaterThan(5)
      const exported = (metric: string) => text.includes(`# TYPE ${metric.replace(/_bucket$/, '')} `)
      expect(named.filter((metric) => !exported(metric))).toEqual([])
    },
  )

  test('every alert names the next step', () => {
    const alerts = deployed('prometheus-alerts.yml').split('- alert: ').slice(1)
    expect(alerts.length).toBeGreaterThan(5)
    for (const alert of alerts) expect(alert).toMatch(/summary: .+\n\s+action: .+\.\n/)
  })
})

import { problem } from '#contract/problem'
import { listParticipants } from '#contract/participants'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { POOL } from '../../src/server/ground/db/postgres-pool'
import { startOwnPostgres, type BenchServer } from '../bench/postgres-server'
import { aTrial, type BuiltTrial } from '../support/a-trial'
import { TEST_SERVER } from '../support/database'
import { storePeople } from '../support/peopled-place'
import { testPortal, type TestPortal } from '../support/portal'
import { signedInAs, type SignedIn } from '../support/sign-in'
import { until } from '../support/until'

/* A PostgreSQL whose commits wait for a standby that never answers, and a client that cancels such waits. */

const KEY = randomUUID()
const KEY_OF_FLAG = randomUUID()

const work = mkdtempSync(join(tmpdir(), 'equipoise-standby-'))
let server: BenchServer | null = null
let somebody: Client
let portal: TestPortal
let trial: BuiltTrial
let nurse: SignedIn

describe.skipIf(!TEST_SERVER)('a silent standby for which every commit waits', () => {
  beforeAll(async () => {
    server = await startOwnPostgres(work)
    if (server === null) throw new Error('PostgreSQL 15 is not installed here')
    somebody = new Client(server.url)
    await somebody.connect()
    const pool = { ...POOL, commit: 1_000 }
    const database = await openDatabase({ database_url: server.url, data_dir: '', pool }, () => {})
    await storePeople(database)
    const openAnother = () => Promise.reject(new Error('nobody asks for another'))
    portal = await testPortal({ database: { ...database, url: server.url, openAnother } })
    trial = await aTrial(portal, { is_managing_packs: false })
    nurse = await signedInAs(portal, 'administrator')
  }, 60_000)
  afterAll(async () => {
    await waitFor('')
    await portal.stop()
    await somebody.end()
    await server?.stop()
    rmSync(work, { recursive: true, force: true })
  })

  const waitFor = async (standby: string) => {
    await somebody.query(`alter system set synchronous_standby_names = '${standby}'`)
    await somebody.query('select pg_reload_conf()')
    await until('the server knows its standby', async () => {
      const { rows } = await somebody.query<{ name: string }>(
        "select current_setting('synchronous_standby_names') as name",
      )
      return rows[0]?.name === standby
    })
  }
  const cancelWaits = () =>
    until('waits for the standby were cancelled', async () => {
      const { rowCount } = await somebody.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      )
      return rowCount !== 0
    })

  const send = async (path: string, key: string, body: object) => {
    const response = await nurse.fetch(`trials/${trial.trial_id}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    return response.ok ? response.status : v.parse(problem, answer).code
  }
  const randomise = () => send('participants', KEY, { site_id: trial.sites[0]?.id })
  const asksForOutcome = () => send('participants/outcome', randomUUID(), { idempotency_key: KEY })
  const visible = async () => {
    const response = await nurse.fetch(`trials/${trial.trial_id}/participants`)
    return v.parse(listParticipants.response, await response.json()).data
  }
  const flags = async (participant: number) =>
    send(`participants/${participant}/flag`, KEY_OF_FLAG, { comment: 'To be looked at' })

  test('nothing is acknowledged before the standby has it: not after a time, not when the wait is cancelled, and to no repeat', async () => {
    await waitFor('nobody')
    expect(await randomise()).toBe('outcome_unknown')
    expect(await visible()).toEqual([])

    await cancelWaits()
    await until('the primary shows what it has alone', async () => (await visible()).length === 1)
    const participant = (await visible())[0]?.id ?? 0
    expect(await randomise()).toBe('outcome_unknown')
    await cancelWaits()
    expect(await asksForOutcome()).toBe('outcome_unknown')
    await cancelWaits()
    expect(await flags(participant)).toBe('outcome_unknown')
    await cancelWaits()
    expect(await flags(participant)).toBe('outcome_unknown')
    await cancelWaits()

    await waitFor('')
    expect([await randomise(), await asksForOutcome(), await flags(participant)]).toEqual([201, 200, 200])
    expect(await visible()).toHaveLength(1)
  })

  test('a commit whose wait is cancelled while a caller waits for the answer is not acknowledged either', async () => {
    await waitFor('nobody')
    const asked = send('participants', randomUUID(), { site_id: trial.sites[0]?.id })
    await cancelWaits()
    expect(await asked).toBe('outcome_unknown')
    await waitFor('')
  })
})

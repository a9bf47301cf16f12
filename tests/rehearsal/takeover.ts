import { API_BASE } from '#contract/api-address'
import { getLedger } from '#contract/ledger'
import { listParticipants, randomiseParticipant } from '#contract/participants'
import { trial, type Trial } from '#contract/trials'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { storePeople } from '../support/peopled-place'
import { signIn } from '../support/server-process'
import { until } from '../support/until'
import { PATIENCE, startCluster } from './cluster'
import { isAlike, startLoad, type Load } from './load'
import { startDatabaseProxy, startPortals } from './portals'
import { openPrograms } from './programs'
import { addressOf, DATABASES, openRecipe } from './recipe'
import { FAULTS, type Fault, type Ground } from './takeover-faults'

/** A line of the rehearsal's table. */
export type Row = {
  fault: string
  'longest wait, s': string
  'limit, s': number
  'then whole after, s': string
  held: string
}

/** What is reckoned at the end. */
export type Reckoning = {
  acknowledged: number
  'sent again': number
  'answered by key': number
  lost: number
  doubled: number
  changed: number
  'ledgers that verify': string
}

/** Trials with a method each, all of which have a memory. */
const METHODS = [
  { randomisation_method_id: 1, block_size_min: 2, block_size_max: 4 },
  { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 },
  { randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 },
]

/** How many participants each trial must get after a fault until people count as randomising again. */
const RANDOMISING_AGAIN = 20

/**
 * Starts the recipe of `src/deploy/ha` in a folder of this machine, lets people randomise, and inflicts the faults of these names one after
 * another; all where none is named. `tell` is given a sentence of what happens.
 */
export const rehearseTakeover = async (
  folder: string,
  names: readonly string[],
  tell: (sentence: string) => void,
): Promise<{ rows: Row[]; reckoning: Reckoning }> => {
  const programs = openPrograms()
  const recipe = await openRecipe()
  tell('Starting etcd, Patroni and PostgreSQL, three of each')
  const cluster = await startCluster(folder, recipe, programs)
  const endAll = async () => {
    cluster.close()
    await programs.endAll()
  }
  const onSignal = () => void endAll().then(() => process.exit(2))
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  try {
    await cluster.whole()
    const administrator = await startDatabaseProxy(folder, recipe, programs)
    const database_url = await createDatabase(administrator)
    tell('Starting two portals behind HAProxy')
    const portals = await startPortals(folder, recipe, programs, database_url)
    // The sample provider keeps a sign-in in one process.
    await portals.start('portal1')
    const token = await signIn(portals.url)
    await portals.start('portal2')
    const trials = await Promise.all(METHODS.map((method) => startedTrial(portals.url, token, method)))
    const load = startLoad(portals.url, token, trials)
    await randomisingSince(load, performance.now())
    const direct: Ground['direct'] = (machine) =>
      `postgres://postgres:PASSWORD-OF-POSTGRES@127.0.0.1:${recipe.portOf(addressOf(machine, 5432))}/postgres`
    const rows: Row[] = []
    for (const fault of FAULTS.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))) {
      tell(fault.name)
      rows.push(await meet(fault, { cluster, portals, direct }, load))
    }
    tell('Asking again for every answer, and verifying the ledgers')
    await load.stop()
    return { rows, reckoning: await reckon(folder, portals.url, token, trials, load) }
  } finally {
    await endAll()
  }
}

const createDatabase = async (administrator: string): Promise<string> => {
  await leadsToPrimary(administrator)
  const client = new Client(administrator)
  await client.connect()
  await client.query("create role equipoise login password 'PASSWORD'")
  await client.query("create database equipoise owner equipoise encoding 'UTF8' template template0")
  await client.end()
  const address = new URL(administrator)
  address.username = 'equipoise'
  address.password = 'PASSWORD'
  address.pathname = 'equipoise'
  const database = await openDatabase({ database_url: address.href, data_dir: '' }, () => {})
  await storePeople(database)
  await database.close()
  return address.href
}

/** HAProxy takes every machine for the primary until it has asked each of them, so one connection after another must be to the primary. */
const leadsToPrimary = async (address: string): Promise<void> => {
  let found = 0
  await until(
    'HAProxy leads to the primary alone',
    async () => {
      found = (await isPrimary(address)) ? found + 1 : 0
      return found === 2 * DATABASES.length
    },
    PATIENCE,
  )
}

const isPrimary = async (address: string): Promise<boolean> => {
  const client = new Client(address)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    return rows[0]?.is_standby === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}

const startedTrial = async (url: string, token: string, method: object): Promise<Trial> => {
  const created = await send(url, token, 'POST', 'trials', {
    title: 'Rehearsal',
    start_on: '2026-01-01',
    end_on: '2030-12-31',
    org_name: 'A trials unit',
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    ...method,
  })
  const { id } = v.parse(trial, created)
  return v.parse(
    trial,
    await send(url, token, 'POST', `trials/${id}/status`, { trial_status_id: 3, reason: 'Rehearsal' }),
  )
}

/** Inflicts a fault, waits until people randomise again, undoes it, and waits until all machines are back and people still randomise. */
const meet = async (fault: Fault, ground: Ground, load: Load): Promise<Row> => {
  const begun = performance.now()
  const { undo } = await fault.inflict(ground)
  await randomisingSince(load, performance.now())
  const undone = performance.now()
  await undo()
  await ground.cluster.whole()
  const whole = performance.now()
  await randomisingSince(load, whole)
  // What its undoing costs counts too.
  const { longest } = load.since(begun)
  return {
    fault: fault.name,
    'longest wait, s': (longest / 1000).toFixed(1),
    'limit, s': fault.limit,
    'then whole after, s': ((whole - undone) / 1000).toFixed(1),
    held: longest <= fault.limit * 1000 ? 'yes' : 'NO',
  }
}

const randomisingSince = (load: Load, instant: number): Promise<void> =>
  until('people randomise in every trial', () => load.since(instant).fewest >= RANDOMISING_AGAIN, PATIENCE)

type Acknowledged = Load['acknowledged'] extends ReadonlyMap<infer Key, infer Answer> ? [Key, Answer] : never

const ASKED_AT_ONCE = 24

/** Compares what was acknowledged with what is stored, by asking again under every key, and verifies every ledger. */
const reckon = async (
  folder: string,
  url: string,
  token: string,
  trials: readonly Trial[],
  load: Load,
): Promise<Reckoning> => {
  const { sent, replayed } = load.repeats()
  const isLost = async ([key, { trial_id, participant }]: Acknowledged): Promise<boolean> => {
    const site_id = trials.find(({ id }) => id === trial_id)?.sites[0]?.id
    const answer = await send(url, token, 'POST', `trials/${trial_id}/participants`, { site_id }, key)
    const [found] = v.parse(randomiseParticipant.response, answer).data
    return !found || !isAlike(found, participant)
  }
  let lost = 0
  const waiting = [...load.acknowledged]
  while (waiting.length > 0) {
    const answers = await Promise.all(waiting.splice(-ASKED_AT_ONCE).map(isLost))
    lost += answers.filter(Boolean).length
  }
  let stored = 0
  let verified = 0
  for (const { id } of trials) {
    const list = await send(url, token, 'GET', `trials/${id}/participants?page_size=1`)
    stored += v.parse(listParticipants.response, list).total
    const file = join(folder, `ledger-${id}.json`)
    const ledger = v.parse(getLedger.response, await send(url, token, 'GET', `trials/${id}/ledger`))
    writeFileSync(file, JSON.stringify(ledger))
    execFileSync(process.execPath, [VERIFIER, file], { stdio: 'ignore' })
    verified += 1
  }
  return {
    acknowledged: load.acknowledged.size,
    'sent again': sent,
    'answered by key': replayed,
    lost,
    doubled: stored - load.acknowledged.size,
    changed: load.changed.length,
    'ledgers that verify': `${verified} of ${trials.length}`,
  }
}

const VERIFIER = join(import.meta.dirname, '../../src/verifier/verify-ledger.mjs')

const send = async (url: string, token: string, method: string, path: string, body?: object, key?: string) => {
  const headers = new Headers({ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  const response = await fetch(`${url}${API_BASE}/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const answer: unknown = await response.json()
  return answer
}

import { Client } from 'pg'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { storePeople } from '../support/peopled-place'
import { signIn } from '../support/server-process'
import { until } from '../support/until'
import { PATIENCE, startCluster } from './cluster'
import { startLoad, type Load } from './load'
import { startDatabaseProxy, startPortals } from './portals'
import { openPrograms } from './programs'
import { addressOf, DATABASES, openRecipe } from './recipe'
import { reckon, type Reckoning } from './reckon'
import { startedTrials } from './started-trials'
import { FAULTS, type Fault, type Ground } from './takeover-faults'

/** A row of the rehearsal's table. */
export type Row = {
  fault: string
  'longest wait, s': string
  'limit, s': number
  'then whole after, s': string
  held: string
}

/** The number of participants that each trial must get after a fault before people count as randomising again. */
const RANDOMISING_AGAIN = 20

/**
 * Starts the recipe of `src/deploy/ha` in a folder of this machine, lets people randomise, and inflicts the named
 * faults one after another; all of them where none is named. `tell` gets a sentence about each event.
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
    // The sample provider stores a sign-in in one process only.
    await portals.start('portal1')
    const token = await signIn(portals.url)
    await portals.start('portal2')
    const target = { url: portals.url, token }
    const trials = await startedTrials(target)
    const load = startLoad(() => target, trials)
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
    return { rows, reckoning: await reckon(folder, target, trials, load) }
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

/**
 * HAProxy assumes that every machine is the primary until it has checked each. Several connections in a row must
 * therefore reach the primary.
 */
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

/**
 * Inflicts a fault, waits until people randomise again, and ends it. Then waits until all machines are back and people
 * still randomise.
 */
const meet = async (fault: Fault, ground: Ground, load: Load): Promise<Row> => {
  const begun = performance.now()
  const { undo } = await fault.inflict(ground)
  await randomisingSince(load, performance.now())
  const undone = performance.now()
  await undo()
  await ground.cluster.whole()
  const whole = performance.now()
  await randomisingSince(load, whole)
  // The end of a fault may cause a wait too, which counts.
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

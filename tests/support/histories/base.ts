import { CompiledQuery } from 'kysely'
import type { ServerContext } from '../../../src/server/use-cases/call/server-context'
import type { Statement } from '../../../src/server/ground/db/session-client'
import type { SampleAccountKey } from '../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../a-trial'
import { findTrial } from '../../../src/server/ground/db/trials'
import { secretKeysOf } from '../../../src/server/use-cases/trials/secret-keys'
import { testPortal, type TestPortal } from '../portal'
import { randomise } from '../randomise'
import { storedPack } from '../study-packs'
import { signedInAs, type SignedIn } from '../sign-in'
import type { Fixed } from './known-statement'
import { readRows, type StoredRows } from './stored-rows'

/** The people who work on the devices. */
export const PEOPLE = ['administrator', 'coordinator'] as const satisfies readonly SampleAccountKey[]
export type PersonKey = (typeof PEOPLE)[number]

/** The common start of all histories: a trial in a real database, from which the simulated ones take their rows. */
export type Base = {
  context: ServerContext
  trial_id: number
  site_id: number
  rows: StoredRows
  fixed: Omit<Fixed, 'session' | 'newId'>
  /** Each person by id, with the row of one of their sessions. */
  people: Record<PersonKey, { user_id: number; session: object }>
  /** Sends a request to the real server as the administrator. */
  ask: SignedIn['fetch']
  /** The salt key of the ledger's leaves. */
  saltKey: Uint8Array
  readFixed: (statement: Statement) => Promise<readonly object[]>
  stop: () => Promise<void>
}

const PARTICIPANTS = 4
/** The three digits on every pack. */
export const CODE = '042'
/** For each study group: more than any history randomises participants. */
const PACKS_OF_GROUP = 8

/**
 * A Started trial in blocks of two, so that a wrong draw shows at the next one. With packs, the site has some of each
 * study group, each participant has one, and it is dispensed with three digits.
 */
export const openBase = async ({ hasPacks = false } = {}): Promise<Base> => {
  const world = await testPortal()
  const { queries } = world.database
  const trial = await aTrial(world, {
    randomisation_method_id: 1,
    block_size_min: 2,
    block_size_max: 2,
    is_managing_packs: hasPacks,
    is_site_managing_packs: hasPacks,
    is_confirmable: hasPacks,
  })
  const { trial_id } = trial
  const site_id = trial.sites[0]?.id ?? 0
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  const administrator = await signedInAs(world, 'administrator')
  const packs = hasPacks ? 2 * PACKS_OF_GROUP : 0
  for (let place = 0; place < packs; place += 1) {
    await storedPack(world, trial, 'active', {
      pack_id: `H-${100 + place}`,
      batch_id: 'H',
      study_group_id: trial.study_groups[place % 2]?.id ?? 0,
      confirmation_code: CODE,
      // Each at another day, so that the next pack is the same above any database.
      expire_on: `2099-12-${10 + place}`,
    })
  }
  for (let place = 1; place <= PARTICIPANTS; place += 1) await randomise(administrator, trial_id, { site_id })

  const rowsOf = async ({ sql, parameters }: Statement): Promise<readonly object[]> => {
    const { rows } = await queries.executeQuery<object>(CompiledQuery.raw(sql, [...parameters]))
    return rows
  }
  const read = new Map<string, readonly object[]>()
  const readFixed = async (statement: Statement) => {
    const key = JSON.stringify(statement)
    const rows = read.get(key) ?? (await rowsOf(statement))
    read.set(key, rows)
    return rows
  }
  const names = await queries.selectFrom('users').select(['id', 'name']).execute()
  const [row = {}] = await rowsOf({ sql: 'select * from trials where id = $1', parameters: [trial_id] })
  const sessionOf = async (key: PersonKey) => {
    const { token } = await signedInAs(world, key)
    const claims = await world.context.tokens.read(token, world.clock.now())
    const session = claims.ok ? await world.context.readSession(claims.value.sid) : undefined
    if (!session) throw new Error(`${key} has no session`)
    return { user_id: session.user_id, session }
  }
  return {
    context: world.context,
    trial_id,
    site_id,
    rows: await readRows(queries, trial_id),
    fixed: {
      trial: row,
      siteTitles: new Map(trial.sites.map(({ id, title }) => [id, title])),
      groups: new Map(trial.study_groups.map(({ id, name, label }) => [id, { name, label }])),
      peopleNames: new Map(names.map(({ id, name }) => [id, name])),
    },
    people: { administrator: await sessionOf('administrator'), coordinator: await sessionOf('coordinator') },
    saltKey: await saltKeyOf(world, trial_id),
    readFixed,
    ask: administrator.fetch,
    stop: world.stop,
  }
}

const saltKeyOf = async ({ context, database }: TestPortal, trialId: number): Promise<Uint8Array> => {
  const trial = await findTrial(database.queries, trialId)
  if (!trial) throw new Error('there is no such trial')
  return secretKeysOf(context, trial).saltKey
}

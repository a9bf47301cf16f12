import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockKey } from '../../src/server/ground/db/lock-order'
import type { OpenDatabase } from '../../src/server/ground/db/open-database'
import type { Queries, Transaction } from '../../src/server/ground/db/transaction'
import { checkTrial } from '../../src/server/use-cases/operation/self-check/check-trial'
import type { BuiltTrial } from '../support/a-trial'
import { chainFaults, readChains } from '../support/audit-chain'
import { TEST_SERVER } from '../support/database'
import { testPortal, type TestPortal } from '../support/portal'
import { randomise } from '../support/randomise'
import { signedInAs } from '../support/sign-in'
import { until } from '../support/until'
import {
  busyTrial,
  newcomer,
  readyCall,
  secondAdministrator,
  WRITING_CALLS,
  type CallName,
  type ReadyCall,
} from '../support/writing-calls'

/* The embedded database has one session, where nothing ever waits for a lock. These tests need a server. */

/** A secret of a sign-in or of a link cannot be made up, so these valid requests are refused. */
const REFUSED: Partial<Record<CallName, { status: number; code: string }>> = {
  confirmSignIn: { status: 409, code: 'confirmation_invalid' },
  loginFromPing: { status: 401, code: 'ref_invalid' },
  loginFromAaf: { status: 401, code: 'ref_invalid' },
  showAssociation: { status: 404, code: 'association_token_invalid' },
}

const answerOf = ({ name, success }: ReadyCall) => REFUSED[name] ?? { status: success, code: null }

let world: TestPortal
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  await secondAdministrator(world)
  trial = await busyTrial(world)
})
afterAll(() => world.stop())

describe.runIf(TEST_SERVER)('a call locks its key, then its trial, then the chain', () => {
  let another: OpenDatabase
  beforeAll(async () => {
    another = await world.database.openAnother()
  })

  const begun = () => another.queries.startTransaction().execute()

  test.each(WRITING_CALLS)('%s', async (name) => {
    const readied = await readyCall(world, trial, name)
    const key = await begun()
    await lockKey(key, readied.user_id, readied.key)
    const waiting = sent(readied)
    const isKeyed = await isWaitedFor(another.queries, key, waiting.isOver)
    expect(isKeyed ? await lockedFrom(key, readied.trial_id) : []).toEqual([])

    // A call without a key is over by now, so another one meets the locked trial.
    const call = isKeyed ? readied : await readyCall(world, trial, name)
    const before = await lengthOf(another.queries, call.trial_id)
    const open = await begun()
    // The lock lets rows that refer to the trial through, and stops a transaction that locks the trial.
    await sql`select from trials where id = ${call.trial_id} for key share`.execute(open)
    await key.rollback().execute()
    const going = isKeyed ? waiting : sent(call)
    const hasWaited = await isWaitedFor(another.queries, open, going.isOver)
    expect(hasWaited ? await lockedFrom(open, call.trial_id) : []).toEqual([])
    await open.rollback().execute()

    for (const { answer } of [waiting, going]) expect(await answer).toEqual(answerOf(call))
    const hasWritten = (await lengthOf(another.queries, call.trial_id)) > before
    expect(hasWritten && !hasWaited ? 'written without the lock of the trial' : null).toBeNull()
  })

  const sent = (call: ReadyCall) => {
    let isOver = false
    const answer = call.send(world).finally(() => {
      isOver = true
    })
    return { answer, isOver: () => isOver }
  }
})

const lengthOf = async (queries: Queries, chain: number): Promise<number> => {
  const query = queries.selectFrom('audit_chains').select('length').where('chain', '=', chain)
  return (await query.executeTakeFirst())?.length ?? 0
}

/** Whether a session waits for a transaction before the call is over. */
const isWaitedFor = async (queries: Queries, transaction: Transaction, isOver: () => boolean): Promise<boolean> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
  for (;;) {
    const wasOver = isOver()
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))
    `.execute(queries)
    if (waiting.rows.length > 0) return true
    if (wasOver) return false
  }
}

/** The rows of a trial, and the rows that record it. */
const OF_A_TRIAL = [
  'trials where id',
  'audit_chains where chain = 0 or chain',
  'study_packs where trial_id',
  'participants where trial_id',
  'messages where trial_id',
  'trial_notifications where trial_id',
  'sites where trial_id',
]

/** The rows of a trial that a transaction would have to wait for. */
const lockedFrom = async (transaction: Transaction, trialId: number): Promise<string[]> => {
  const locked: string[] = []
  for (const rows of OF_A_TRIAL) {
    await sql`savepoint look`.execute(transaction)
    try {
      await sql`select from ${sql.raw(rows)} = ${trialId} for update nowait`.execute(transaction)
    } catch {
      locked.push(rows)
    }
    await sql`rollback to savepoint look`.execute(transaction)
  }
  return locked
}

describe.runIf(TEST_SERVER)('every writing call, beside randomising and beside all the others', () => {
  const RANDOMISERS = 4
  // Together they take 600 of the 800 packs, however long the slowest call is.
  const MOST_BY_ONE = 150
  const unexpected: unknown[] = []
  const newcomers: string[] = []
  let began = ''

  beforeAll(async () => {
    const calls = await Promise.all(WRITING_CALLS.map((name) => readyCall(world, trial, name)))
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(world.database.queries)
    began = rows[0]?.now ?? ''
    // Two processes, closed before the server is asked for their deadlocks.
    const processes = [
      await testPortal({ beside: world, seed: 'one' }),
      await testPortal({ beside: world, seed: 'two' }),
    ]
    const at = (index: number) => processes[index % processes.length] ?? world
    const over = new AbortController()
    const randomising = Array.from({ length: RANDOMISERS }, async (_, index) => {
      const nurse = await signedInAs(at(index), 'nurse')
      for (let time = 0; time < MOST_BY_ONE && !over.signal.aborted; time += 1) {
        const participant_id = `Randomised-${index}.${time}`
        const key = { 'Idempotency-Key': participant_id }
        const { status, problem } = await randomise(nurse, trial.trial_id, newcomer(trial, participant_id), key)
        if (status !== 201) unexpected.push({ name: 'randomise', status, problem })
        newcomers.push(participant_id)
      }
    })
    const sent = calls.map(async (call, index) => {
      const answer = await call.send(at(index))
      if (!isDeepStrictEqual(answer, answerOf(call))) unexpected.push({ name: call.name, ...answer })
    })
    await Promise.all(sent).finally(() => over.abort())
    await Promise.all(randomising)
    for (const each of processes) await each.stop()
  })

  test('is answered as if it were alone', () => {
    expect(unexpected).toEqual([])
    expect(newcomers.length).toBeGreaterThan(RANDOMISERS)
  })

  test('meets no deadlock, not even one that was repeated', async () => {
    expect(await deadlocksSince(world.database.queries, began)).toBe(0)
  })

  test('randomises everybody once, with a valid ledger and valid chains', async () => {
    const { queries } = world.database
    const participants = await queries
      .selectFrom('participants')
      .select(['trial_sequence_no', 'participant_id'])
      .where('trial_id', '=', trial.trial_id)
      .orderBy('trial_sequence_no')
      .execute()
    expect(participants.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual(participants.map((_, i) => i + 1))
    const names = participants.map(({ participant_id }) => participant_id ?? '')
    expect(names.filter((name) => name.startsWith('Randomised')).toSorted()).toEqual(newcomers.toSorted())
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    expect((await readChains(queries)).flatMap(chainFaults)).toEqual([])
  })
})

/**
 * The number of deadlocks that the server has ended in this database. A session reports its own when it closes, so this
 * waits for all sessions that began after an instant.
 */
const deadlocksSince = async (queries: Queries, instant: string): Promise<number> => {
  await until('every session is over', async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and backend_start > ${instant}::timestamptz
        and pid <> pg_backend_pid()
    `.execute(queries)
    return rows.length === 0
  })
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()
  `.execute(queries)
  return rows[0]?.deadlocks ?? -1
}

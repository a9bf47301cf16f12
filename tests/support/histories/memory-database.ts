import { Kysely, PostgresDialect } from 'kysely'
import type { OpenDatabase } from '../../../src/server/ground/db/open-database'
import type { Schema } from '../../../src/server/ground/db/schema'
import { SessionClient, type Statement } from '../../../src/server/ground/db/session-client'
import { TransactionScope } from '../../../src/server/ground/db/transaction-scope'
import { TrialConnectionLimiter } from '../../../src/server/ground/db/trial-connection-limiter'
import type { Faults } from './faults'
import { parametersOf, type Fixed } from './known-statement'
import { PACK_STATEMENTS } from './pack-statements'
import { READING_STATEMENTS } from './reading-statements'
import type { StoredRows } from './stored-rows'
import { sqlError, transactionsOver, type Transaction } from './transactions'
import type { VirtualTime } from './virtual-time'
import { WRITING_STATEMENTS } from './writing-statements'

/** A process of the server, as its database sees it. */
export type DatabaseUser = { name: string; isAlive: () => boolean; onDeath: (end: () => void) => void }

type Dependencies = {
  time: VirtualTime
  faults: Faults
  fixed: Fixed
  /** Reads rows that no history changes from a real database, by the same statement. */
  readFixed: (statement: Statement) => Promise<readonly object[]>
  /** An open real database, for the parts that no history uses. */
  beside: OpenDatabase
}

/** One for all processes and histories: each further one that was ever used slows every promise of this process. */
const SCOPE = new TransactionScope()

/** The connection of a statement broke, so its sender does not know the outcome. */
class ConnectionBroken extends Error {
  override name = 'ConnectionBroken'
}

const KNOWN = [...WRITING_STATEMENTS, ...PACK_STATEMENTS, ...READING_STATEMENTS]
/** Unknown statements may not read or write these tables: the real database does not follow the history. */
const CHANGING =
  /\b(participants|participant_flags|participant_groups|study_packs|study_pack_logs|study_pack_code_tries|idempotency_keys|stratum_states|ledger_records|audit_log|audit_chains|sessions)\b/

/**
 * A database in memory in place of a connection's session, for the embedded one or PostgreSQL. It receives the server's
 * own statements, runs several transactions at once, and locks as PostgreSQL does. It knows the statements for
 * flagging, randomising, requesting an outcome, and dispensing, recalling and removing packs, and throws at any other
 * that changes rows.
 */
export const memoryDatabase = (initial: StoredRows, { time, faults, fixed, readFixed, beside }: Dependencies) => {
  const transactions = transactionsOver(initial)
  SCOPE.headKeys = beside.transactions.headKeys

  const runKnown = async (transaction: Transaction, statement: Statement): Promise<readonly object[]> => {
    const known = KNOWN.find(({ sqlPart }) => statement.sql.includes(sqlPart))
    if (known) return known.run(transaction, parametersOf(statement.parameters), fixed)
    if (!/^\s*select\b/i.test(statement.sql) || CHANGING.test(statement.sql))
      throw new Error(`The database of histories does not know the statement ${statement.sql}`)
    return time.hold(readFixed(statement))
  }

  const openSession = (user: DatabaseUser): SessionClient => {
    let open: Transaction | null = null
    let hasFailed = false
    const end = (commits: boolean) => {
      open?.end(commits)
      open = null
      hasFailed = false
    }
    user.onDeath(() => end(false))

    const run = async (statement: Statement): Promise<object> => {
      const { sql } = statement
      if (/^(begin|start transaction)/.test(sql)) {
        open = transactions.begin()
        return answered('BEGIN')
      }
      if (sql === 'commit' || sql === 'rollback') {
        const commits = sql === 'commit' && !hasFailed
        end(commits)
        return answered(commits ? 'COMMIT' : 'ROLLBACK')
      }
      if (hasFailed) throw sqlError('25P02', 'current transaction is aborted')
      if (open) return answered('', await runKnown(open, statement))
      const alone = transactions.begin()
      try {
        return answered('', await runKnown(alone, statement))
      } finally {
        alone.end(true)
      }
    }
    return new SessionClient({
      send: async (statements) => {
        await time.pause(faults.delay(`${user.name} to database`, 4))
        if (!user.isAlive()) return never()
        if (faults.happens('connection lost before the statement', user.name)) {
          end(false)
          throw new ConnectionBroken()
        }
        const answers: object[] = []
        try {
          for (const statement of statements) answers.push(await run(statement))
        } catch (error) {
          hasFailed = open !== null
          throw error
        }
        if (faults.happens('connection lost before the answer', user.name)) {
          end(false)
          throw new ConnectionBroken()
        }
        await time.pause(faults.delay(`${user.name} from database`, 4))
        return user.isAlive() ? answers : never()
      },
      isLost: (error) => error instanceof ConnectionBroken,
      giveBack: () => end(false),
    })
  }

  return {
    rows: transactions.committed,
    /** The database as one process has it open. */
    openFor: (user: DatabaseUser): OpenDatabase => {
      const pool = SCOPE.guard({
        connect: () => (user.isAlive() ? Promise.resolve(openSession(user)) : never()),
        end: () => Promise.resolve(),
      })
      return {
        ...beside,
        queries: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
        transactions: SCOPE,
        trialConnections: new TrialConnectionLimiter({ limit: 3, timeoutMs: 15_000 }),
      }
    },
  }
}

export type MemoryDatabase = ReturnType<typeof memoryDatabase>

const answered = (command: string, rows: readonly object[] = []) => ({ command, rowCount: rows.length, rows })

/** The work of a dead process never continues. */
const never = <Thing>(): Promise<Thing> => new Promise(() => {})

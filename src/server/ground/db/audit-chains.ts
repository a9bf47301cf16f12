import { sql } from 'kysely'
import { CHAIN_WITHOUT_TRIAL } from '../audit/audit-entry'
import type { Chain } from '../audit/head-mac'
import type { BroadcastFacts } from './message-facts'
import type { Queries } from './transaction'

/**
 * Every chain that exists, that entries name, or that must exist: each trial has one from its first day, and so have
 * entries outside trials. In order.
 */
export const findChains = async (queries: Queries): Promise<number[]> => {
  const rows = await queries
    .selectFrom('audit_chains')
    .select('chain')
    .union(queries.selectFrom('audit_log').select('chain'))
    .union(queries.selectFrom('trials').select('id as chain'))
    .union(queries.selectNoFrom(sql<number>`${CHAIN_WITHOUT_TRIAL}::bigint`.as('chain')))
    .orderBy('chain')
    .execute()
  return rows.map(({ chain }) => chain)
}

/** The stored end of a chain; undefined where none is stored. */
export const findChain = async (queries: Queries, chain: number): Promise<Chain | undefined> =>
  queries
    .selectFrom('audit_chains')
    .select(['length', 'head', 'head_mac'])
    .where('chain', '=', chain)
    .executeTakeFirst()

/** The chains with a stored end, in order. */
export const findStoredChains = async (queries: Queries): Promise<number[]> => {
  const rows = await queries.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
  return rows.map(({ chain }) => chain)
}

/** Whether the head of any chain has a code. */
export const hasKeyedHeads = async (queries: Queries): Promise<boolean> => {
  const query = queries.selectFrom('audit_chains').select('chain').where('head_mac', 'is not', null).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Stores the code of a chain's head. The transaction must have locked the chain. */
export const updateHeadMac = async (transaction: Queries, chain: number, mac: string): Promise<void> => {
  await transaction.updateTable('audit_chains').set({ head_mac: mac }).where('chain', '=', chain).execute()
}

/** The first entry after the stored end of its chain at the same moment, if there is one. */
export const findBeyondEnd = async (queries: Queries, chain: number) =>
  queries
    .selectFrom('audit_log')
    .innerJoin('audit_chains', 'audit_chains.chain', 'audit_log.chain')
    .select(['id', 'position'])
    .where('audit_log.chain', '=', chain)
    .whereRef('position', '>', 'length')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** The next entries of a chain after a position, at most `limit`, in order. */
export const findChainPiece = async (queries: Queries, chain: number, after: number, limit: number) =>
  queries
    .selectFrom('audit_log')
    .selectAll()
    .where('chain', '=', chain)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Queues a message for every system administrator who has an account then. Returns their number. */
export const notifySystemAdministrators = async (
  transaction: Queries,
  facts: BroadcastFacts,
  roleId: number,
): Promise<number> => {
  const { rows } = await sql`
    insert into messages (user_id, recipient_name, recipient_address, facts, queued_at, next_attempt_at)
    select id, name, email, ${JSON.stringify(facts)}::jsonb, ${facts.at}::timestamptz, ${facts.at}::timestamptz
    from users
    where is_active and (expires_at is null or expires_at > ${facts.at}) and exists (
      select from user_permissions
      where user_permissions.user_id = users.id and role_id = ${roleId} and ended_at is null
    )
    order by id
    returning id
  `.execute(transaction)
  return rows.length
}

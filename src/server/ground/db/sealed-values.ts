import { sql } from 'kysely'
import type { PersonalFacts } from './message-facts'
import type { Queries } from './transaction'

/** The ids of the keys in sealed values, 8 hexadecimal digits each, in order. Values of the first format have none. */
export const keyIdsInUse = async (queries: Queries): Promise<string[]> => {
  const { rows } = await sql<{ key_id: string }>`
    with header (bytes) as (
      select distinct substring(sealed from 1 for 5) from stratum_states where sealed is not null
      union select substring(sealed from 1 for 5) from allocation_lists
      union select substring(private_jwk_encrypted from 1 for 5) from signing_keys
      union select substring(secret_encrypted from 1 for 5) from external_account_factors
      union select decode(translate(substring(seed_encrypted from 4 for 8), '-_', '+/'), 'base64') from trials
        where seed_encrypted ~ '^v2\\.[A-Za-z0-9_-]{87}$'
      union select decode(substring(facts ->> 'link_secret' for 8), 'base64') from messages
        where state in ('queued', 'sending') and facts ->> 'link_secret' ~ '^[A-Za-z0-9+/]{40}'
      union select decode('02' || substring(head_mac for 8), 'hex') from audit_chains where head_mac ~ '^[0-9a-f]{8}\\.'
    )
    select distinct encode(substring(bytes from 2 for 4), 'hex') as key_id from header
    where length(bytes) >= 5 and get_byte(bytes, 0) = 2
    order by key_id
  `.execute(queries)
  return rows.map(({ key_id }) => key_id)
}

/** The seeds of the first format, which name no key. */
export const findSeedsOfFirstForm = async (queries: Queries) =>
  queries
    .selectFrom('trials')
    .select(['trial_uuid', 'seed_encrypted'])
    .where('seed_encrypted', 'like', 'v1.%')
    .orderBy('id')
    .execute()

/** Every trial, by id. */
export const everyTrial = async (queries: Queries): Promise<number[]> => {
  const rows = await queries.selectFrom('trials').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Replaces the sealed seed of a trial. The transaction must hold the lock of the trial's row. */
export const updateSealedSeed = async (transaction: Queries, trialId: number, seed: string): Promise<void> => {
  await transaction.updateTable('trials').set({ seed_encrypted: seed }).where('id', '=', trialId).execute()
}

export type WaitingLink = { id: number; user_id: number; facts: PersonalFacts; link_secret: string }

/** The sealed secrets of links in messages that wait to be sent. */
export const findWaitingLinks = async (queries: Queries): Promise<WaitingLink[]> => {
  const { rows } = await sql<WaitingLink>`
    select id, user_id, facts, facts ->> 'link_secret' as link_secret from messages
    where state in ('queued', 'sending') and facts ? 'link_secret' order by id
  `.execute(queries)
  return rows
}

/** Replaces the sealed secret of a link; a message that was sent meanwhile has none. */
export const replaceLinkSecret = async (
  transaction: Queries,
  { id, link_secret }: Pick<WaitingLink, 'id' | 'link_secret'>,
  sealed: string,
): Promise<void> => {
  await sql`
    update messages set facts = jsonb_set(facts, '{link_secret}', to_jsonb(${sealed}::text))
    where id = ${id} and facts ->> 'link_secret' = ${link_secret}
  `.execute(transaction)
}

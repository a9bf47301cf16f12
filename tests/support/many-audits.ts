import { sql } from 'kysely'
import type { Queries } from '../../src/server/ground/db/transaction'

/** A word of the first entry, for which a search must read everything. */
export const RARE_WORD = 'Ptolemaic'

/**
 * Inserts this many entries into the audit log straight in the database, since writing them one by one would take
 * hours. They have several kinds, people and trials, over two years until `until`. Their places in the chains are
 * right, their hashes are not.
 */
export const giveAudits = async (
  queries: Queries,
  { count, until }: { count: number; until: string },
): Promise<void> => {
  await sql`
    with known as (
      select array_prepend(0::bigint, array(select id from trials order by id)) as chains,
        array(select id from users order by id) as users, (select count(*) from audit_log) as before
    ), entries as (
      select n, chains[1 + n % cardinality(chains)] as chain, users[1 + n / 3 % cardinality(users)] as user_id, before
      from known, generate_series(1, ${count}::int) as n
    ), placed as (
      select entries.*, coalesce(audit_chains.length, 0) + row_number() over (partition by entries.chain order by n) as position
      from entries left join audit_chains on audit_chains.chain = entries.chain
    )
    insert into audit_log (chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash)
    select chain, position, ${until}::timestamptz - (${count}::int - n) * interval '1 minute', nullif(chain, 0), user_id,
      'Site user',
      case when chain = 0 then 'signed_in' when n % 5 = 0 then 'participant_flagged'
        when n % 5 = 1 then 'study_packs_dispensed' else 'randomised' end,
      case when n = 1 and before < 10000 then ${`${RARE_WORD} entry`} when chain = 0 then 'Signed in'
        when n % 5 = 0 then 'Participant ' || n || ' flagged in trial ' || chain
        when n % 5 = 1 then 'Study pack PK-' || n || ' dispensed in trial ' || chain
        else 'Participant ' || n || ' randomised in trial ' || chain || ' at Hospital ' || n % 111 end,
      case when chain = 0 then '[]'::jsonb
        when n % 5 = 0 then '[{"field": "flag_status", "old": "Unflagged", "new": "Flagged"}]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'study_packs.PK-' || n || '.trial_sequence_no', 'old', null, 'new', n))
      end,
      null, null, repeat('0', 64)
    from placed order by n`.execute(queries)
  await sql`
    insert into audit_chains (chain, length, head)
    select chain, max(position), repeat('0', 64) from audit_log group by chain
    on conflict (chain) do update set length = excluded.length`.execute(queries)
}

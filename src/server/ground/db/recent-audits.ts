import { sql } from 'kysely'
import type { Queries } from './transaction'

/** How many entries of a chain are read at most: older ones were nobody's last action. */
const MOST_READ = 200

/** The last entries of a chain from an instant on, the newest first. */
export const findRecentAudits = (queries: Queries, chain: number, since: string) =>
  queries
    .selectFrom('audit_log')
    .innerJoin('audit_chains', 'audit_chains.chain', 'audit_log.chain')
    .select(['audit_log.id', 'audit_log.user_id', 'audit_log.kind', 'audit_log.description', 'audit_log.changes'])
    .where('audit_log.chain', '=', chain)
    .where(sql<boolean>`audit_log.position > audit_chains.length - ${MOST_READ}`)
    .where('audit_log.created_at', '>=', since)
    .orderBy('audit_log.position', 'desc')
    .execute()

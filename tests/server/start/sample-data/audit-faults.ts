import * as v from 'valibot'
import { genesisOf, nextHead } from '../../../../src/server/ground/audit/audit-entry'
import type { Queries } from '../../../../src/server/ground/db/transaction'

const kind = v.picklist([
  'trial_created',
  'trial_status_changed',
  'permission_granted',
  'randomised',
  'sample_data_loaded',
])

/** The faults in the audit chains of a database, which are recomputed from their genesis. */
export const auditFaults = async (queries: Queries): Promise<string[]> => {
  const faults: string[] = []
  const chains = await queries.selectFrom('audit_chains').selectAll().orderBy('chain').execute()
  for (const { chain, length, head } of chains) {
    const rows = await queries
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', chain)
      .orderBy('position')
      .execute()
    let recomputed = genesisOf(chain)
    for (const [index, { position, hash, ...row }] of rows.entries()) {
      const entry = {
        kind: v.parse(kind, row.kind),
        description: row.description,
        created_at: row.created_at,
        trial_id: row.trial_id,
        user_id: row.user_id,
        role: row.role,
        changes: row.changes,
        reason: row.reason,
        request_id: row.request_id,
      }
      recomputed = nextHead(recomputed, position, entry)
      if (position !== index + 1 || hash !== recomputed) faults.push(`chain ${chain}, entry ${position}`)
    }
    if (rows.length !== length || head !== recomputed) faults.push(`chain ${chain} ends elsewhere`)
  }
  return faults
}

import { sql } from 'kysely'
import type { Queries } from './transaction'

/**
 * Whether a trial in which a second person confirms packs today asked for one at a moment. The first entry about settings after it that
 * changed this has what it was; without one it was as today. Such an entry is for ever.
 */
export const wasDispenseCheckedAt = async (queries: Queries, trialId: number, at: string): Promise<boolean> => {
  const { rows } = await sql<{ was_checked: boolean }>`
    select change ->> 'old' = 'true' as was_checked
    from audit_log, jsonb_array_elements(changes) as change
    where chain = ${trialId} and kind = 'trial_updated' and created_at > ${at}::timestamptz
      and change ->> 'field' = 'is_dispense_checked'
    order by position limit 1
  `.execute(queries)
  return rows[0]?.was_checked ?? true
}

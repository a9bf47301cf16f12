import { sql } from 'kysely'
import type { Queries } from './transaction'

/** The longest time without an entry in the audit log from one instant to another, both of them included, in milliseconds. */
export const longestGapMs = async (queries: Queries, from: string, to: string): Promise<number> => {
  const { rows } = await sql<{ gap_ms: number }>`
    select (extract(epoch from max(gap)) * 1000)::float8 as gap_ms
    from (
      select at - lag(at) over (order by at) as gap
      from (
        select created_at as at from audit_search where created_at > ${from} and created_at <= ${to}
        union all select ${from}::timestamptz union all select ${to}::timestamptz
      ) as recorded
    ) as gaps
  `.execute(queries)
  const [{ gap_ms } = { gap_ms: Infinity }] = rows
  return gap_ms
}

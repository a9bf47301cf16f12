import { sql } from 'kysely'

/** An instant within JSON, which no value parser converts, in the API's format. */
export const instantInJson = <Instant extends string | null = string>(column: string) =>
  sql<Instant>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

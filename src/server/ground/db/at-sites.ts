import type { PermittedSites } from '#domain/people/permissions'
import { sql, type RawBuilder, type ReferenceExpression } from 'kysely'
import type { Schema } from './schema'

type SiteTable = 'participants' | 'waiting_participants' | 'study_packs' | 'sites' | 'messages' | 'user_permissions'
type SiteColumn = ReferenceExpression<Schema, SiteTable> & string

/** Whether a row belongs to a site that a person reaches: every list and figure uses this condition. */
export const atSites = (column: SiteColumn, sites: PermittedSites): RawBuilder<boolean> =>
  sites === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...sites]}::bigint[])`

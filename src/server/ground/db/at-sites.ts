import type { PermittedSites } from '#domain/people/permissions'
import { sql, type RawBuilder, type ReferenceExpression } from 'kysely'
import type { Schema } from './schema'

type SiteTable = 'participants' | 'study_packs' | 'sites' | 'messages' | 'user_permissions'
type SiteColumn = ReferenceExpression<Schema, SiteTable> & string

/** Whether a row lies at a site within a person's reach: the one cut that every list and figure is made with. */
export const atSites = (column: SiteColumn, sites: PermittedSites): RawBuilder<boolean> =>
  sites === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...sites]}::bigint[])`

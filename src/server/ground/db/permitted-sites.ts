import type { PermittedSites } from '#domain/people/permissions'
import { sql } from 'kysely'
import { atSites } from './at-sites'
import type { Queries } from './transaction'

/** The participating sites of a trial that a person reaches, by title. */
export const listPermittedSites = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
): Promise<{ id: number; title: string }[]> =>
  queries
    .selectFrom('sites')
    .select(['id', 'title'])
    .where('trial_id', '=', trialId)
    .where('is_deleted', '=', false)
    .where(atSites('sites.id', sites))
    .orderBy(sql`title collate "und-x-icu"`)
    .orderBy('id')
    .execute()

import type { PermittedSites } from '#domain/people/permissions'
import { sql } from 'kysely'
import { atSites } from './at-sites'
import { inReach } from './participants'
import type { Queries } from './transaction'

/** The storable fields of a participant. */
export type SnapshotRow = {
  id: number
  trial_sequence_no: number
  participant_id: string | null
  site_id: number
  is_flagged: boolean
}

/** A change of a trial's participants, by its number; without any participant there is no token. */
export type ParticipantChange = { version: number; token: string | null }

const COLUMNS = ['id', 'trial_sequence_no', 'participant_id', 'site_id', 'is_flagged'] as const

/** At most `limit` participants of a trial at these sites, in order of their numbers, after a number. */
export const snapshotPiece = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  { after, limit }: { after: number; limit: number },
): Promise<SnapshotRow[]> =>
  inReach(queries, trialId, sites)
    .select(COLUMNS)
    .where('trial_sequence_no', '>', after)
    .orderBy('trial_sequence_no')
    .limit(limit)
    .execute()

/** The last change of a trial's participants that is committed. */
export const latestChange = async (queries: Queries, trialId: number): Promise<ParticipantChange> => {
  const latest = await queries
    .selectFrom('participant_changes')
    .select(['version', 'token'])
    .where('trial_id', '=', trialId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ?? { version: 0, token: null }
}

type Changes = { latest: ParticipantChange; rows: SnapshotRow[] }

/**
 * The participants that changed since a change, and the last change, as of one moment. Null where that change is not of the
 * trial's history, or more than `limit` participants changed.
 */
export const changesSince = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  { since, limit }: { since: ParticipantChange; limit: number },
): Promise<Changes | null> => {
  if (since.token === null) return null
  // One statement, for one moment: a commit between two statements would be in neither.
  const { rows } = await sql<{ latest: ParticipantChange; rows: SnapshotRow[] | null }>`
    select
      (
        select json_build_object('version', version, 'token', token) from participant_changes
        where trial_id = ${trialId} order by version desc limit 1
      ) as latest,
      (
        select json_agg(row_to_json(changed)) from (
          select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from participants
          where trial_id = ${trialId} and version > ${since.version} and ${atSites('participants.site_id', sites)}
          order by trial_sequence_no limit ${limit + 1}
        ) as changed
      ) as rows
    from participant_changes
    where trial_id = ${trialId} and version = ${since.version} and token = ${since.token}::uuid
  `.execute(queries)
  const [snapshot] = rows
  const changed = snapshot?.rows ?? []
  return snapshot && changed.length <= limit ? { latest: snapshot.latest, rows: changed } : null
}

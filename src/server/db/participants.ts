import type { FlagStatusName } from '#domain/participant'
import type { PermittedSites } from '#domain/permissions'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { atSites } from './at-sites'
import type { Queries } from './transaction'
import { anywhere } from './trials'

/** A participant as it is stored, with the words of what it refers to. Never sent as it is: `showParticipant` blinds it. */
export type ParticipantRow = {
  id: number
  trial_sequence_no: number
  created_at: string
  participant_id: string | null
  study_group: { name: string; label: string | null }
  site: { id: number; title: string }
  study_pack: { id: number; pack_id: string; study_pack_status_id: number } | null
  strata: { stratum: string; option: string }[]
  is_flagged: boolean
  is_unblinded: boolean
}

type ParticipantsQuery = {
  trial_id: number
  sites: PermittedSites
  q: string
  flag_status?: FlagStatusName | undefined
  site_id?: number | undefined
  sort: 'sequence' | 'date'
  order: 'asc' | 'desc'
  page: number
  page_size: number
}

/** A trial's participants at the sites within a person's reach. */
export const inReach = (queries: Queries, trialId: number, sites: PermittedSites) =>
  queries
    .selectFrom('participants')
    .where('participants.trial_id', '=', trialId)
    .where(atSites('participants.site_id', sites))

type Found = ReturnType<typeof inReach>

const withWords = (found: Found) =>
  found
    .innerJoin('study_groups', 'study_groups.id', 'participants.study_group_id')
    .innerJoin('sites', 'sites.id', 'participants.site_id')
    .leftJoin('study_packs', 'study_packs.id', 'participants.study_pack_id')
    .select((row) => [
      'participants.id',
      'participants.trial_sequence_no',
      'participants.created_at',
      'participants.participant_id',
      'participants.is_flagged',
      'participants.is_unblinded',
      'study_groups.name as group_name',
      'study_groups.label as group_label',
      'sites.id as site_id',
      'sites.title as site_title',
      'study_packs.id as study_pack_id',
      'study_packs.pack_id as pack_id',
      'study_packs.study_pack_status_id as study_pack_status_id',
      jsonArrayFrom(
        row
          .selectFrom('participant_strata')
          .innerJoin('trial_strata', 'trial_strata.id', 'participant_strata.trial_stratum_id')
          .innerJoin('trial_stratum_options', 'trial_stratum_options.id', 'participant_strata.trial_stratum_option_id')
          .select(['trial_strata.name as stratum', 'trial_stratum_options.name as option'])
          .whereRef('participant_strata.participant_id', '=', 'participants.id')
          .orderBy('trial_strata.id'),
      ).as('strata'),
    ])

type FlatRow = Awaited<ReturnType<ReturnType<typeof withWords>['execute']>>[number]

const nested = (row: FlatRow): ParticipantRow => ({
  id: row.id,
  trial_sequence_no: row.trial_sequence_no,
  created_at: row.created_at,
  participant_id: row.participant_id,
  study_group: { name: row.group_name, label: row.group_label },
  site: { id: row.site_id, title: row.site_title },
  study_pack: packOf(row),
  strata: row.strata,
  is_flagged: row.is_flagged,
  is_unblinded: row.is_unblinded,
})

const packOf = ({ study_pack_id, pack_id, study_pack_status_id }: FlatRow): ParticipantRow['study_pack'] =>
  study_pack_id === null || pack_id === null || study_pack_status_id === null
    ? null
    : { id: study_pack_id, pack_id, study_pack_status_id }

/** One page of a trial's participants at the sites given, and how many there are. */
export const listParticipants = async (
  queries: Queries,
  asked: ParticipantsQuery,
): Promise<{ rows: ParticipantRow[]; total: number }> => {
  let found = inReach(queries, asked.trial_id, asked.sites)
  if (asked.q !== '') {
    found = found.where((row) =>
      row.or([
        row('participants.participant_id', 'ilike', anywhere(asked.q)),
        row(sql<string>`participants.trial_sequence_no::text`, '=', asked.q),
      ]),
    )
  }
  if (asked.flag_status !== undefined) {
    found = found.where('participants.is_flagged', '=', asked.flag_status === 'Flagged')
  }
  if (asked.site_id !== undefined) found = found.where('participants.site_id', '=', asked.site_id)
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sort = asked.sort === 'date' ? 'participants.created_at' : 'participants.trial_sequence_no'
  const rows = await withWords(found)
    .orderBy(sort, asked.order)
    .orderBy('participants.id', asked.order)
    .limit(asked.page_size)
    .offset((asked.page - 1) * asked.page_size)
    .execute()
  return { rows: rows.map(nested), total }
}

/** Participants of a trial by id, at the sites given, in order of id. */
export const findParticipants = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  ids: readonly number[],
): Promise<ParticipantRow[]> => {
  const rows = await withWords(inReach(queries, trialId, sites))
    .where('participants.id', 'in', [...ids, 0])
    .orderBy('participants.id')
    .execute()
  return rows.map(nested)
}

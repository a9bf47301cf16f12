import { nameThenAndNow, namesThenAndNow } from '#domain/trials/renaming'
import { sql } from 'kysely'
import { requireValue } from '../require-value'
import { findFormerNames, type FormerName } from './former-names'
import type { AllocatedGroup, FlagRow, ParticipantRow } from './participants'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** The records to which a trial's participants refer, each by its id. */
export type TrialLabels = {
  groups: ReadonlyMap<number, { name: string; label: string | null }>
  options: ReadonlyMap<number, { stratum: string; option: string }>
  sites: ReadonlyMap<number, { id: number; title: string }>
  /** The oldest first. */
  former: readonly FormerName[]
}

/** Reads the records to which a trial's participants refer, once for a long list instead of once for each of them. */
export const readTrialLabels = async (queries: Queries, trialId: number): Promise<TrialLabels> => {
  const groups = await queries
    .selectFrom('study_groups')
    .select(['id', 'name', 'label'])
    .where('trial_id', '=', trialId)
    .execute()
  const options = await queries
    .selectFrom('trial_stratum_options')
    .innerJoin('trial_strata', 'trial_strata.id', 'trial_stratum_options.trial_stratum_id')
    .select(['trial_stratum_options.id', 'trial_strata.name as stratum', 'trial_stratum_options.name as option'])
    .where('trial_strata.trial_id', '=', trialId)
    .execute()
  const sites = await queries.selectFrom('sites').select(['id', 'title']).where('trial_id', '=', trialId).execute()
  return {
    groups: new Map(groups.map(({ id, ...group }) => [id, group])),
    options: new Map(options.map(({ id, ...option }) => [id, option])),
    sites: new Map(sites.map((site) => [site.id, site])),
    former: await findFormerNames(queries, trialId),
  }
}

/** These participants of a trial, in the order of the ids, without ids that do not exist. */
export const participantPiece = async (
  queries: Queries,
  { trial_id: trialId, labels }: { trial_id: number; labels: TrialLabels },
  ids: readonly number[],
): Promise<ParticipantRow[]> => {
  const { rows } = await sql<BareRow>`
    select id, trial_sequence_no, created_at, participant_id, site_id, is_flagged, is_unblinded,
      (
        select json_agg(json_build_array(study_group_id, study_pack_id) order by factorial_level)
        from participant_groups
        where participant_groups.of_trial = ${trialId} and participant_groups.participant_id = participants.id
      ) as groups,
      array(
        select trial_stratum_option_id from participant_strata
        where participant_strata.of_trial = ${trialId} and participant_strata.participant_id = participants.id
        order by trial_stratum_id
      ) as options
    from participants where trial_id = ${trialId} and id = any(${[...ids]}::bigint[])
  `.execute(queries)
  const packs = await packsOf(
    queries,
    trialId,
    rows.flatMap(({ groups }) => groups.flatMap(([, pack]) => pack ?? [])),
  )
  const flags = await flagsOf(queries, ids)
  const participants = new Map(
    rows.map(({ site_id, groups, options, ...row }): [number, ParticipantRow] => [
      row.id,
      {
        ...row,
        groups: groups.map(([group, pack]) => ({
          ...groupAt(labels, group, row.trial_sequence_no),
          study_pack: pack === null ? null : requireValue(packs, pack, 'study pack'),
        })),
        site: siteAt(labels, site_id, row.trial_sequence_no),
        strata: options.map((option) => requireValue(labels.options, option, 'option of a stratum')),
        flags: flags.get(row.id) ?? [],
      },
    ]),
  )
  return ids.flatMap((id) => participants.get(id) ?? [])
}

type BareRow = Omit<ParticipantRow, 'groups' | 'site' | 'strata' | 'flags'> & {
  site_id: number
  groups: [study_group_id: number, study_pack_id: number | null][]
  options: number[]
}

/** A site by its title when this participant was randomised, with the present one where they differ. */
const groupAt = ({ groups, former }: TrialLabels, id: number, sequenceNo: number) => {
  const then = former.find((name) => name.study_group_id === id && name.last_sequence_no >= sequenceNo)
  return namesThenAndNow(then ?? null, requireValue(groups, id, 'study group'))
}

/** A site likewise. */
const siteAt = ({ sites, former }: TrialLabels, id: number, sequenceNo: number) => {
  const { title } = requireValue(sites, id, 'site')
  const then = former.find((name) => name.site_id === id && name.last_sequence_no >= sequenceNo)
  return { id, title: nameThenAndNow(then?.name ?? title, title) }
}

type Pack = NonNullable<AllocatedGroup['study_pack']>

const packsOf = async (
  queries: Queries,
  trialId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pack>> => {
  if (ids.length === 0) return new Map()
  const packs = await queries
    .selectFrom('study_packs')
    .select(['id', 'pack_id', 'study_pack_status_id'])
    .where('trial_id', '=', trialId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(packs.map((pack) => [pack.id, pack]))
}

const flagsOf = async (queries: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, FlagRow[]>> => {
  const rows = await queries
    .selectFrom('participant_flags as flag')
    .innerJoin('users', 'users.id', 'flag.flagged_by')
    .select([
      'flag.participant_id',
      'flag.id',
      'flag.created_at',
      'flag.performed_at',
      'flag.clock_uncertain',
      'users.id as user_id',
      nameAt('flag.created_at').as('name'),
      'flag.is_flagged',
      'flag.comment',
    ])
    .where(sql<boolean>`flag.participant_id = any(${[...ids]}::bigint[])`)
    .orderBy('flag.id')
    .execute()
  const flags = new Map<number, FlagRow[]>()
  for (const { participant_id, user_id: id, name, ...flag } of rows) {
    const sofar = flags.get(participant_id) ?? []
    flags.set(participant_id, [...sofar, { ...flag, flagged_by_user: { id, name } }])
  }
  return flags
}

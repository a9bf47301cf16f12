import type { PermittedSites } from '#domain/people/permissions'
import { sql } from 'kysely'
import { inReach } from './participants'
import { isAllocatableOn } from './pack-allocation'
import { packsInReach, type PackRules } from './study-packs'
import type { Queries } from './transaction'

type Counts = Map<number, number>

const mapped = (rows: readonly { id: number; count: number }[]): Counts =>
  new Map(rows.map(({ id, count }) => [id, count]))

/** Participants by study group id, at the sites given. */
export const countByGroup = async (queries: Queries, trialId: number, sites: PermittedSites): Promise<Counts> =>
  mapped(
    await inReach(queries, trialId, sites)
      .innerJoin('participant_groups', (join) =>
        join
          .onRef('participant_groups.participant_id', '=', 'participants.id')
          .onRef('participant_groups.of_trial', '=', 'participants.trial_id'),
      )
      .select((row) => ['study_group_id as id', row.fn.countAll<number>().as('count')])
      .groupBy('study_group_id')
      .execute(),
  )

/** Participants by site id. */
export const countBySite = async (queries: Queries, trialId: number, sites: PermittedSites): Promise<Counts> =>
  mapped(
    await inReach(queries, trialId, sites)
      .select((row) => ['site_id as id', row.fn.countAll<number>().as('count')])
      .groupBy('site_id')
      .execute(),
  )

/** Participants by site id that were randomised after an instant. */
export const countBySiteSince = async (
  queries: Queries,
  trialId: number,
  { sites, since }: { sites: PermittedSites; since: string },
): Promise<Counts> =>
  mapped(
    await inReach(queries, trialId, sites)
      .where('participants.created_at', '>', since)
      .select((row) => ['site_id as id', row.fn.countAll<number>().as('count')])
      .groupBy('site_id')
      .execute(),
  )

/** Participants by stratum option id. */
export const countByOption = async (queries: Queries, trialId: number, sites: PermittedSites): Promise<Counts> =>
  mapped(
    await inReach(queries, trialId, sites)
      .innerJoin('participant_strata', (join) =>
        join
          .onRef('participant_strata.participant_id', '=', 'participants.id')
          .onRef('participant_strata.of_trial', '=', 'participants.trial_id'),
      )
      .select((row) => ['trial_stratum_option_id as id', row.fn.countAll<number>().as('count')])
      .groupBy('trial_stratum_option_id')
      .execute(),
  )

/** Participants by day in the trial's zone, the earliest first; days without any are left out. */
export const countByDay = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  timeZone: string,
): Promise<{ date: string; count: number }[]> => {
  const day = sql<string>`(participants.created_at at time zone ${timeZone}::text)::date`
  const days = inReach(queries, trialId, sites).select(day.as('date'))
  return queries
    .selectFrom(days.as('days'))
    .select((row) => ['date', row.fn.countAll<number>().as('count')])
    .groupBy('date')
    .orderBy('date')
    .execute()
}

/** How many participants are flagged, at the sites given. */
export const countFlagged = async (queries: Queries, trialId: number, sites: PermittedSites): Promise<number> => {
  const flagged = inReach(queries, trialId, sites).where('participants.is_flagged', '=', true)
  return (await flagged.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/**
 * Packs within reach by the site where they are (null: none) and that of their participant (null: nobody's), study group and
 * status, with how many of them can be allocated on a day, by status and expiry alone.
 */
export const countPacks = async (queries: Queries, trial: PackRules, sites: PermittedSites, today: string) =>
  packsInReach(queries, trial, sites)
    .select((row) => [
      'study_packs.site_id',
      'participants.site_id as participant_site_id',
      'study_packs.study_group_id',
      'study_pack_status_id',
      row.fn.countAll<number>().as('count'),
      row.fn.countAll<number>().filterWhere(isAllocatableOn(today)).as('allocatable'),
    ])
    .groupBy(['study_packs.site_id', 'participants.site_id', 'study_packs.study_group_id', 'study_pack_status_id'])
    .execute()

/** Participants that the viewer reaches, and the number with each event that a report must mention. */
export type Incidents = {
  participants: number
  flagged: number
  unblinded: number
  unblinded_by_accident: number
  randomised_in_error: number
}

export const countIncidents = async (queries: Queries, trialId: number, sites: PermittedSites): Promise<Incidents> => {
  const countOf = (table: 'participant_unblindings' | 'inadvertent_unblindings' | 'randomisation_errors') =>
    sql<number>`count(*) filter (where exists (
      select from ${sql.table(table)} as act where act.participant_id = participants.id
    ))`
  return inReach(queries, trialId, sites)
    .select((row) => [
      row.fn.countAll<number>().as('participants'),
      sql<number>`count(*) filter (where participants.is_flagged)`.as('flagged'),
      countOf('participant_unblindings').as('unblinded'),
      countOf('inadvertent_unblindings').as('unblinded_by_accident'),
      countOf('randomisation_errors').as('randomised_in_error'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many participants were drawn with one option of a stratum in place of the right one. */
export type Correction = { used_option_id: number; corrected_option_id: number; count: number }

/**
 * The recorded wrong strata of participants that the viewer reaches; of several records about one stratum of a
 * participant the last counts. The used option is that of the draw, as in `countByOption`: below the level that sees
 * strata a record may claim anything. A record whose correction equals the used option is not counted.
 */
export const countCorrections = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
): Promise<Correction[]> => {
  const last = inReach(queries, trialId, sites)
    .innerJoin('randomisation_errors as error', 'error.participant_id', 'participants.id')
    .innerJoin('randomisation_error_strata as at', 'at.randomisation_error_id', 'error.id')
    .innerJoin('participant_strata as drawn', (join) =>
      join
        .onRef('drawn.of_trial', '=', 'participants.trial_id')
        .onRef('drawn.participant_id', '=', 'error.participant_id')
        .onRef('drawn.trial_stratum_id', '=', 'at.trial_stratum_id'),
    )
    .distinctOn(['error.participant_id', 'at.trial_stratum_id'])
    .orderBy('error.participant_id')
    .orderBy('at.trial_stratum_id')
    .orderBy('error.id', 'desc')
    .select(['drawn.trial_stratum_option_id as used_option_id', 'at.corrected_option_id'])
  return queries
    .selectFrom(last.as('last'))
    .whereRef('used_option_id', '!=', 'corrected_option_id')
    .select((row) => ['used_option_id', 'corrected_option_id', row.fn.countAll<number>().as('count')])
    .groupBy(['used_option_id', 'corrected_option_id'])
    .orderBy('used_option_id')
    .orderBy('corrected_option_id')
    .execute()
}

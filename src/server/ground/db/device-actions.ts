import { MOST_LISTED } from '#contract/device-actions'
import type { PermittedSites } from '#domain/people/permissions'
import type { Visibility } from '#domain/people/blinding'
import type { DeviceActionKind, DeviceActionState } from '#domain/this-device/device-action'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** A record of an action. Of a pack, `site_id` and `trial_sequence_no` are null: `packIdsInReach` knows who reaches it. */
export type ActionRecord = { id: number; trial_id: number; site_id: number | null; trial_sequence_no: number | null }

/** The participants with these ids, of any trial. */
export const findReportedParticipants = async (queries: Queries, ids: readonly number[]): Promise<ActionRecord[]> =>
  queries
    .selectFrom('participants')
    .select(['id', 'trial_id', 'site_id', 'trial_sequence_no'])
    .where('id', 'in', [...ids, 0])
    .execute()

/** The study packs with these ids, of any trial. */
export const findReportedPacks = async (queries: Queries, ids: readonly number[]): Promise<ActionRecord[]> =>
  queries
    .selectFrom('study_packs')
    .select(['id', 'trial_id', sql<null>`null`.as('site_id'), sql<null>`null`.as('trial_sequence_no')])
    .where('id', 'in', [...ids, 0])
    .execute()

type NewDeviceAction = Omit<Insertable<Schema['device_actions']>, 'changed_at' | 'kind' | 'state'> & {
  kind: DeviceActionKind
  state: DeviceActionState
}

/**
 * Stores the report of an action by a device, or its new state where it was reported before; a corrected one stays corrected.
 * Returns whether it is new. The trial is locked.
 */
export const storeDeviceAction = async (
  transaction: Queries,
  action: NewDeviceAction,
  packIds: readonly number[],
): Promise<boolean> => {
  const { trial_id, user_id, device_id, action_id, state, refusal_code, reported_at } = action
  // An action that was corrected before its first report concerns nobody.
  const stored =
    state === 'corrected'
      ? undefined
      : await transaction
          .insertInto('device_actions')
          .values({ ...action, changed_at: reported_at })
          // Of whatever key: one with the trial in it, where the table is partitioned by trial (decision 0105).
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
  if (stored === undefined) {
    await transaction
      .updateTable('device_actions')
      .set({ state, refusal_code, changed_at: reported_at })
      .where('user_id', '=', user_id)
      .where('device_id', '=', device_id)
      .where('action_id', '=', action_id)
      .where('trial_id', '=', trial_id)
      .where('state', 'not in', ['corrected', state])
      .execute()
    return false
  }
  if (packIds.length > 0)
    await transaction
      .insertInto('device_action_packs')
      .values(packIds.map((study_pack_id) => ({ device_action_id: stored.id, trial_id, study_pack_id })))
      .execute()
  return true
}

/** A reported action, with the present names of its records. */
export type DeviceActionRow = {
  id: number
  device_id: string
  user_id: number
  name: string
  kind: DeviceActionKind
  state: DeviceActionState
  refusal_code: string | null
  performed_at: string | null
  reported_at: string
  writer_sight: Visibility
  participant: { id: number; trial_sequence_no: number; participant_id: string | null } | null
  study_packs: { id: number; pack_id: string }[]
  /** How many there are of them, listed or not: the same in each. */
  total: number
}

/**
 * Whether `action` is not settled. It is settled once it was corrected, or once its participant was flagged or
 * unflagged, or none of its packs is Allocated any more. A trial in figures, and no column, lets its packs be found in one
 * partition.
 */
const isOpen = (
  allocatedStatusId: number,
  trial: RawBuilder<number> = sql`action.trial_id`,
) => sql<boolean>`(action.state <> 'corrected' and case action.kind
  when 'flag' then not exists (
    select from participant_flags as flag
    where flag.participant_id = action.participant_id and flag.created_at > action.reported_at
  )
  else exists (
    select from device_action_packs as of_action
      join study_packs as pack on pack.id = of_action.study_pack_id and pack.trial_id = of_action.trial_id
    where of_action.trial_id = ${trial} and of_action.device_action_id = action.id
      and pack.study_pack_status_id = ${allocatedStatusId}
  )
end)`

/** The number of actions of all trials that are not settled, by state; states without any are left out. */
export const countOpenDeviceActions = async (
  queries: Queries,
  allocatedStatusId: number,
): Promise<ReadonlyMap<DeviceActionState, number>> => {
  const { rows } = await sql<{ state: DeviceActionState; count: number }>`
    select action.state, count(*) as count from device_actions as action
    where ${isOpen(allocatedStatusId)} group by action.state
  `.execute(queries)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** The reported actions of a trial that are not settled, the newest first, about records at the given sites. */
export const listDeviceActions = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  allocatedStatusId: number,
): Promise<DeviceActionRow[]> => {
  const reached = sites === 'all' ? null : [...sites]
  const { rows } = await sql<DeviceActionRow>`
    select action.id, action.device_id, action.user_id, ${nameAt('action.reported_at')} as name, action.kind, action.state,
      action.refusal_code, action.performed_at, action.reported_at, action.writer_sight,
      case when participant.id is not null then jsonb_build_object('id', participant.id,
        'trial_sequence_no', participant.trial_sequence_no, 'participant_id', participant.participant_id) end as participant,
      packs.named as study_packs, count(*) over () as total
    from device_actions as action
      join users on users.id = action.user_id
      left join participants as participant
        on participant.id = action.participant_id and participant.trial_id = action.trial_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', pack.id, 'pack_id', pack.pack_id) order by pack.id), '[]') as named,
          bool_and(${reached}::bigint[] is null or coalesce(recipient.site_id, pack.site_id) = any(${reached}::bigint[]))
            as are_in_reach
        from device_action_packs as of_action
          join study_packs as pack on pack.id = of_action.study_pack_id and pack.trial_id = of_action.trial_id
          left join participant_groups as allocation on allocation.study_pack_id = pack.id and allocation.of_trial = pack.trial_id
          left join participants as recipient on recipient.id = allocation.participant_id and recipient.trial_id = pack.trial_id
        where of_action.trial_id = ${trialId} and of_action.device_action_id = action.id
      ) as packs
    where action.trial_id = ${trialId} and ${isOpen(allocatedStatusId, sql`${trialId}`)}
      and case action.kind
        when 'flag' then ${reached}::bigint[] is null or participant.site_id = any(${reached}::bigint[])
        else packs.are_in_reach
      end
    order by action.reported_at desc, action.id desc
    limit ${MOST_LISTED}
  `.execute(queries)
  return rows
}

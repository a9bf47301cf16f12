import type { Preferences } from '#domain/people/notifications'
import type { StoredPermission } from '#domain/people/permissions'
import { sql, type RawBuilder } from 'kysely'
import type { Queries } from './transaction'

/**
 * A person who may get messages about a trial: their permissions in it and in the system, and their chosen
 * notifications.
 */
export type TrialPerson = {
  user_id: number
  name: string
  email: string
  permissions: StoredPermission[]
  preferences: Preferences | null
}

/** The people to find: those with an account at `now`, at one of these sites or the whole trial; null is every site. */
type Scope = { trial_id: number; now: string; site_ids: readonly number[] | null }

/** The people of a trial as an expression, for statements that read other data too. */
export const trialPeople = ({ trial_id, now, site_ids }: Scope): RawBuilder<TrialPerson[] | null> =>
  sql`trial_people(${trial_id}, ${now}, ${site_ids && [...site_ids]})`

/** Everybody who may get messages about a trial, in order of id. */
export const findTrialPeople = async (queries: Queries, trialId: number, now: string): Promise<TrialPerson[]> => {
  const scope = { trial_id: trialId, now, site_ids: null }
  const { rows } = await sql<{ people: TrialPerson[] | null }>`select ${trialPeople(scope)} as people`.execute(queries)
  return rows[0]?.people ?? []
}

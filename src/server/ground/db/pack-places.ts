import { sql } from 'kysely'

/**
 * Whether participants can get a pack where it is. Sites that manage their packs give only
 * their own, so that nobody gets those at a deleted site or at none. Of the tables `trials` and `study_packs`.
 */
export const isAtPlaceOfUse = sql<boolean>`(
  not trials.is_site_managing_packs
  or exists (
    select from sites where sites.trial_id = trials.id and sites.id = study_packs.site_id and not sites.is_deleted
  )
)`

import type { StoredTrial } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'

/** The trial of a stored list, and what its viewer may do. */
export type StoredListProps = {
  trial: Pick<
    StoredTrial,
    | 'id'
    | 'title'
    | 'sites'
    | 'selected_timezone'
    | 'is_participant_id_used'
    | 'participant_id_label'
    | 'is_managing_packs'
    | 'contact'
  >
  permission: EffectivePermission
}

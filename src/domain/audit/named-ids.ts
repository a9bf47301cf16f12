import { participantIdWarningOfId } from '../participants/participant'
import { roleOfId } from '../people/permissions'
import { studyPackStatusOfId } from '../study-packs/study-pack'
import { allocationMethodOfId, randomisationMethodOfId } from '../trials/trial-methods'
import { trialStatusOfId } from '../trials/trial-status'

/** The fields whose numbers are ids of something with a name, and that name. */
const NAMES: Readonly<Record<string, (id: number) => string | undefined>> = {
  allocation_method_id: (id) => allocationMethodOfId(id)?.title,
  randomisation_method_id: (id) => randomisationMethodOfId(id)?.title,
  participant_id_warning_id: (id) => participantIdWarningOfId(id)?.name,
  trial_status_id: (id) => trialStatusOfId(id)?.name,
  study_pack_status_id: (id) => studyPackStatusOfId(id)?.name,
  role_id: (id) => roleOfId(id)?.title,
}

/** Whether the numbers in a field of this name have a name. */
export const isNamedId = (field: string): boolean => field in NAMES

/** The name of a number in a field; undefined where it has none. */
export const nameOfId = (field: string, id: number): string | undefined => NAMES[field]?.(id)

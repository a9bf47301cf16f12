import { ERRORS } from '#contract/errors'
import { MAX_PACKS } from '#contract/study-packs'
import { can, type EffectivePermission } from '#domain/people/permissions'
import {
  permitsAction,
  STUDY_PACK_ACTION_NAMES,
  STUDY_PACK_ACTIONS,
  type StudyPackAction,
} from '#domain/study-packs/study-pack-actions'
import { selectionPermits, statusesAgainst, type StatusCounts } from '#domain/study-packs/study-pack-selection'
import { formatNumber } from '../../../ui/format-number'

/** The actions that a person may take on packs of a trial, whatever their status. The server decides in the end. */
export const permittedActions = (permission: EffectivePermission): StudyPackAction[] =>
  STUDY_PACK_ACTION_NAMES.filter((name) => can(permission, STUDY_PACK_ACTIONS[name].needs))

/** The actions that a person may take on one pack in its present status. */
export const offeredActions = (
  { study_pack_status_id }: { study_pack_status_id: number },
  permission: EffectivePermission,
): StudyPackAction[] => permittedActions(permission).filter((name) => permitsAction(study_pack_status_id, name))

/** Whether an action cannot be undone: it is offered apart from all others. */
export const isIrreversibleAction = (name: StudyPackAction): boolean => STUDY_PACK_ACTIONS[name].isIrreversible

/** Why an action cannot be taken on a selection, in words; null where it can. */
export const reasonAgainstAction = (
  counts: StatusCounts,
  name: StudyPackAction,
  { is_confirmable }: { is_confirmable: boolean },
): string | null => {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (all === 0) return 'No pack is selected.'
  if (all > MAX_PACKS) return `At most ${formatNumber(MAX_PACKS)} packs can be changed at once.`
  if (!selectionPermits(counts, name)) {
    const statuses = statusesAgainst(counts, name).map(({ status, count }) => `${formatNumber(count)} ${status.name}`)
    return `Not possible. Selected packs include ${statuses.join(', ')}.`
  }
  return name === 'dispense' && is_confirmable && all > 1 ? `${ERRORS.one_pack_at_a_time.message}.` : null
}

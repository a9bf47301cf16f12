import type { DeviceAction, listDeviceActions as endpoint } from '#contract/device-actions'
import { ERRORS, isErrorCode } from '#contract/errors'
import { accepted } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { listDeviceActions as listRows, type DeviceActionRow } from '../../ground/db/device-actions'
import type { ReadHandler } from '../call/call'
import type { TrialView } from '../call/view'

/** The actions on devices that did not reach the server, for people who are told about incidents in the trial. */
export const listDeviceActions: ReadHandler<typeof endpoint> = async ({ context, actor, view }) => {
  const rows = await listRows(context.database.queries, view.trial_id, view.sites, studyPackStatusId('allocated'))
  return accepted({ data: rows.map((row) => shownAction(row, view, actor.user_id)) })
}

const shownAction = (
  { user_id, name, refusal_code, writer_sight, study_packs, performed_at, ...row }: DeviceActionRow,
  { permission, visibility }: TrialView,
  readerId: number,
): DeviceAction => {
  // Packs dispensed by a person who saw the groups may be of one group, and so may the hour (decision 0036).
  const isHidden =
    row.kind === 'dispense' && user_id !== readerId && visibility !== 'names' && writer_sight !== 'nothing'
  const isNamed = !isHidden && can(permission, 'viewStudyPacks')
  return {
    id: row.id,
    device_id: row.device_id,
    user: { id: user_id, name },
    kind: row.kind,
    state: row.state,
    participant: row.participant,
    study_packs: isNamed ? study_packs : null,
    performed_at: isHidden ? null : performed_at,
    reported_at: row.reported_at,
    refusal:
      refusal_code !== null && isErrorCode(refusal_code)
        ? { code: refusal_code, message: ERRORS[refusal_code].message }
        : null,
  }
}

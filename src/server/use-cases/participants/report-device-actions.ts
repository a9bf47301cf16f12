import type { reportDeviceActions as endpoint, ReportedAction } from '#contract/device-actions'
import { accepted } from '#domain/outcome'
import { can, reachesSite } from '#domain/people/permissions'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudits } from '../../ground/db/audit-log'
import {
  findReportedPacks,
  findReportedParticipants,
  storeDeviceAction,
  type ActionRecord,
} from '../../ground/db/device-actions'
import { packIdsInReach, type PackRules } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import { lockTrial } from '../../ground/db/trials'
import { viewIn } from '../call/authorise'
import type { Call, WriteHandler } from '../call/call'
import { storedPerformedAt } from '../call/stored-performed-at'
import type { TrialView } from '../call/view'

/**
 * Stores a device's report of its user's own actions that did not take effect, and records each in the audit log at its
 * first report. The device is not trusted: the trial is that of the records, and records there that the user does not
 * reach are ignored, as if they did not exist.
 */
export const reportDeviceActions: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const reports = await reportsIn(transaction, call.body.actions)
    const trialIds = [...new Set(reports.map(({ trial_id }) => trial_id))].sort((a, b) => a - b)
    for (const trialId of trialIds) {
      const trial = await lockTrial(transaction, trialId)
      const view = trial && viewIn(trial, call.actor, 'viewTrial')
      if (!trial || !view?.ok) continue
      const ofTrial = reports.filter((report) => report.trial_id === trialId)
      await storeReports(call, transaction, view.value, await amongReached(transaction, trial, view.value, ofTrial))
    }
    return accepted({})
  },
  answer: async () => accepted(undefined),
}

/** An action with its records, all of one trial. */
type Report = { action: ReportedAction; trial_id: number; records: readonly ActionRecord[] }

const reportsIn = async (transaction: Transaction, actions: readonly ReportedAction[]): Promise<Report[]> => {
  const participants = await findReportedParticipants(
    transaction,
    actions.flatMap(({ participant_id }) => participant_id ?? []),
  )
  const packs = await findReportedPacks(
    transaction,
    actions.flatMap(({ study_pack_ids }) => study_pack_ids ?? []),
  )
  return actions.flatMap((action) => {
    const ids = new Set(action.study_pack_ids ?? [action.participant_id])
    const records = (action.study_pack_ids === undefined ? participants : packs).filter(({ id }) => ids.has(id))
    const [first] = records
    const isWhole = records.length === ids.size && records.every(({ trial_id }) => trial_id === first?.trial_id)
    return first && isWhole ? [{ action, trial_id: first.trial_id, records }] : []
  })
}

/** The reports of a trial whose every record the person reaches. */
const amongReached = async (
  transaction: Transaction,
  trial: PackRules,
  { permission, sites }: TrialView,
  reports: readonly Report[],
): Promise<readonly Report[]> => {
  const named = reports.flatMap(({ action }) => action.study_pack_ids ?? [])
  const reached = can(permission, 'viewStudyPacks')
    ? await packIdsInReach(transaction, trial, sites, named).execute()
    : []
  const packs = new Set(reached.map(({ id }) => id))
  return reports.filter(({ action, records }) =>
    action.study_pack_ids === undefined
      ? records.every(({ site_id }) => site_id !== null && reachesSite(sites, site_id))
      : records.every(({ id }) => packs.has(id)),
  )
}

const storeReports = async (
  call: Call<typeof endpoint>,
  transaction: Transaction,
  view: TrialView,
  reports: readonly Report[],
): Promise<void> => {
  // Under the lock of the trial: the order of times is the order of events.
  const now = call.context.now()
  const entries = []
  for (const { action, trial_id, records } of reports) {
    const { id: action_id, state, participant_id = null, performed_at = null, refusal_code = null } = action
    const kind = participant_id === null ? 'dispense' : 'flag'
    const isNew = await storeDeviceAction(
      transaction,
      {
        trial_id,
        user_id: call.actor.user_id,
        device_id: call.body.device_id,
        action_id,
        kind,
        state,
        participant_id,
        refusal_code,
        performed_at: storedPerformedAt({ ...call, body: { performed_at } }, { earliest: null, now }).performed_at,
        reported_at: now,
        writer_sight: view.visibility,
      },
      kind === 'dispense' ? records.map(({ id }) => id) : [],
    )
    const sequence = kind === 'flag' ? records[0]?.trial_sequence_no : undefined
    if (isNew)
      entries.push(
        auditEntry({ ...call, now }, view, {
          kind: 'device_action_reported',
          ...(sequence && { participant: sequence }),
          // Without its packs: packs dispensed together may be of one group (decision 0036).
          description: `${sequence ? `Flag of participant ${sequence}` : 'Dispense of study packs'} on a device reported as ${state} in trial ${trial_id}`,
        }),
      )
  }
  await appendAudits(transaction, entries)
}

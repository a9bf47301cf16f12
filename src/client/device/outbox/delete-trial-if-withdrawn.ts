import { getTrialPermission } from '#contract/session'
import { can } from '#domain/people/permissions'
import type { Snapshots } from '#offline/snapshots'
import type { Call } from '../../api/create-call'
import { isWithheld } from '../../api/failure'

type Dependencies = {
  call: Call
  sub: () => string | null
  snapshots: () => Promise<Snapshots>
  /** Called when this device could not delete the trial. */
  onStoreError: (error: unknown) => void
}

/** Asks the server for the permission. Deletes the stored trial if it was withdrawn, and returns whether it was. */
export const deleteTrialIfWithdrawn = async (
  { call, sub, snapshots, onStoreError }: Dependencies,
  trialId: number,
): Promise<boolean> => {
  const owner = sub()
  const outcome = await call(getTrialPermission, { parameters: { trial_id: String(trialId) } }, { is_probe: true })
  const isGone = outcome.ok ? !can(outcome.value, 'viewTrial') : isWithheld(outcome.refusal)
  if (!isGone) return false
  try {
    await (await snapshots()).deleteTrial(owner, trialId, Date.now())
  } catch (error) {
    onStoreError(error)
  }
  return true
}

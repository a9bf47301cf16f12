import { trialStatusOfId } from '#domain/trials/trial-status'

/** The name of the status that a stored trial has. The database stores no other status, so one that is not known throws. */
export const trialStatusName = (id: number): string => {
  const status = trialStatusOfId(id)
  if (!status) throw new Error(`there is no trial status ${id}`)
  return status.name
}

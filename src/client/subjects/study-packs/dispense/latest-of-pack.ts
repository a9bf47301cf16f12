import { isAgeUnknown } from '#domain/this-device/offline-rules'
import type { PackAsOf } from '../pack-from-server-or-store'

/**
 * The newer answer about a pack: its own, or the list of its trial. The list has no history, so that of the pack's own
 * answer stays where both agree on its status. `now` is in milliseconds since the epoch by this device's clock.
 */
export const latestOfPack = (fetched: PackAsOf | null, listed: PackAsOf, now: number): PackAsOf => {
  if (fetched === null) return listed
  if (fetched.as_of >= listed.as_of) return fetched
  // A list of a time to come was received before the clock was put back, so nearly always before the answer.
  if (isAgeUnknown(now - listed.as_of) && !isAgeUnknown(now - fetched.as_of)) return fetched
  if (fetched.pack.study_pack_status_id !== listed.pack.study_pack_status_id) return listed
  const { study_pack_logs } = fetched.pack
  return study_pack_logs === undefined ? listed : { ...listed, pack: { ...listed.pack, study_pack_logs } }
}

import type { PackAsOf } from '../pack-from-server-or-store'

/**
 * The newer answer about a pack: its own, or the list of its trial. The list has no history, so that of the pack's own
 * answer stays where both agree on its status.
 */
export const latestOfPack = (fetched: PackAsOf | null, listed: PackAsOf): PackAsOf => {
  if (fetched === null) return listed
  if (fetched.as_of >= listed.as_of) return fetched
  if (fetched.pack.study_pack_status_id !== listed.pack.study_pack_status_id) return listed
  const { study_pack_logs } = fetched.pack
  return study_pack_logs === undefined ? listed : { ...listed, pack: { ...listed.pack, study_pack_logs } }
}

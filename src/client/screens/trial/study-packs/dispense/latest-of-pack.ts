import type { PackAsOf } from '../known-pack'

/**
 * A pack as it was last told of, by itself or in the list of its trial. The list tells nothing of what happened to it: where both agree
 * on what became of it, that is kept from the pack's own answer.
 */
export const latestOfPack = (fetched: PackAsOf | null, listed: PackAsOf): PackAsOf => {
  if (fetched === null) return listed
  if (fetched.as_of >= listed.as_of) return fetched
  if (fetched.pack.study_pack_status_id !== listed.pack.study_pack_status_id) return listed
  const { study_pack_logs } = fetched.pack
  return study_pack_logs === undefined ? listed : { ...listed, pack: { ...listed.pack, study_pack_logs } }
}

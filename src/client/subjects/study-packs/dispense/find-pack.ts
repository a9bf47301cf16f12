/**
 * The reachable pack with the scanned or typed ID: letter for letter, else the one that differs only in upper and lower
 * case.
 */
export const findPack = <Pack extends { pack_id: string }>(packs: readonly Pack[], packId: string): Pack | undefined =>
  packs.find(({ pack_id }) => pack_id === packId) ?? packs.find(({ pack_id }) => isSamePackId(pack_id, packId))

/** Whether a scanned text is this ID, in any case; packs of one trial rarely differ only by that. */
export const isSamePackId = (text: string, packId: string): boolean => folded(text) === folded(packId)

const folded = (text: string): string => text.trim().toLowerCase()

/**
 * The pack with the id that was scanned or typed, of those that the person reaches: letter for letter, else the one that differs in
 * the case of its letters alone.
 */
export const findPack = <Pack extends { pack_id: string }>(packs: readonly Pack[], packId: string): Pack | undefined =>
  packs.find(({ pack_id }) => pack_id === packId) ?? packs.find(({ pack_id }) => folded(pack_id) === folded(packId))

const folded = (text: string): string => text.trim().toLowerCase()

import type { Chances } from './chance'
import { sumOf, valuesRevealGroups, type GroupCounts } from './group-leaning'
import { grouped } from '../../grouped'
import type { ImportedPack } from '../study-pack-import'

type Pack = Pick<ImportedPack, 'pack_id' | 'study_group_id'>

/**
 * Whether the characters at one position of the pack ids reveal the study groups: the character itself, or whether a
 * digit is odd. Positions count from the front and from the back. Random ids with many positions hardly reveal them at
 * any by chance, so `chances` judges all positions together.
 */
export const idPositionsRevealGroups = (packs: readonly Pack[], chances: Chances): boolean => {
  const groups = grouped(packs, ({ study_group_id }) => study_group_id)
  if (groups.size < 2) return false
  const lengths = new Set(packs.map(({ pack_id }) => pack_id.length))
  const positions = Array.from({ length: Math.max(...lengths) }, (_, index) => index)
  const fromFront = positions.map((position) => charactersAt(groups, () => position))
  // Ids of one length have the same positions from both ends.
  const fromBack =
    lengths.size === 1 ? [] : positions.map((position) => charactersAt(groups, ({ length }) => length - 1 - position))
  const marks = [...fromFront, ...fromBack]
    .flatMap((characters) => [[...characters.values()], byParity(characters)])
    .filter((values) => values.length > 1)
  return marks.some((values) =>
    valuesRevealGroups(values, { isSet: false, min_packs: 2, among: marks.length }, chances),
  )
}

/** Each character at a position, with the groups of the packs that have it there. Ids that are too short count under `NONE`. */
const charactersAt = (
  groups: ReadonlyMap<number, readonly Pack[]>,
  positionIn: (id: string) => number,
): Map<number, GroupCounts> => {
  const characters = new Map<number, Map<number, number>>()
  for (const [group, packs] of groups) {
    for (const [character, count] of charactersOf(packs, positionIn)) {
      const counts = characters.get(character)
      if (counts) counts.set(group, count)
      else characters.set(character, new Map([[group, count]]))
    }
  }
  return characters
}

const NONE = -1

/** How many of the packs of a group have each character. */
const charactersOf = (packs: readonly Pack[], positionIn: (id: string) => number): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { pack_id } of packs) {
    const character = pack_id.codePointAt(positionIn(pack_id)) ?? NONE
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}

const [ZERO, NINE] = [0x30, 0x39]

/** The even digits among characters, the odd ones, and whatever else there is. */
const byParity = (characters: ReadonlyMap<number, GroupCounts>): GroupCounts[] => {
  const kinds = grouped([...characters], ([character]) =>
    character >= ZERO && character <= NINE ? character % 2 : NONE,
  )
  return [...kinds.values()].map((kind) => sumOf(kind.map(([, counts]) => counts)))
}

import type { Chances } from './chance'
import { sumOf, tellsGroups, type GroupCounts } from './group-leaning'
import { grouped } from '../../grouped'
import type { ImportedPack } from '../study-pack-import'

type Pack = Pick<ImportedPack, 'pack_id' | 'study_group_id'>

/**
 * Whether a place in pack ids, counted from the front or from the back, tells the study groups by the very character that stands
 * there, or by whether a digit there is odd. Ids may be drawn by lot, and have many places: one of them tells only what all
 * of them together would hardly do by chance.
 */
export const idPlacesTell = (packs: readonly Pack[], chances: Chances): boolean => {
  const groups = grouped(packs, ({ study_group_id }) => study_group_id)
  if (groups.size < 2) return false
  const lengths = new Set(packs.map(({ pack_id }) => pack_id.length))
  const places = Array.from({ length: Math.max(...lengths) }, (_, place) => place)
  const fromFront = places.map((place) => charactersAt(groups, () => place))
  // Of ids of one length these are the same places again.
  const fromBack =
    lengths.size === 1 ? [] : places.map((place) => charactersAt(groups, ({ length }) => length - 1 - place))
  const marks = [...fromFront, ...fromBack]
    .flatMap((characters) => [[...characters.values()], byParity(characters)])
    .filter((values) => values.length > 1)
  return marks.some((values) => tellsGroups(values, { isSet: false, least: 2, among: marks.length }, chances))
}

/** The characters at a place, or none where an id is too short, each with the groups of the packs that have it there. */
const charactersAt = (
  groups: ReadonlyMap<number, readonly Pack[]>,
  placeIn: (id: string) => number,
): Map<number, GroupCounts> => {
  const characters = new Map<number, Map<number, number>>()
  for (const [group, packs] of groups) {
    for (const [character, count] of charactersOf(packs, placeIn)) {
      const counts = characters.get(character)
      if (counts) counts.set(group, count)
      else characters.set(character, new Map([[group, count]]))
    }
  }
  return characters
}

const NONE = -1

/** How many of the packs of a group have each character. */
const charactersOf = (packs: readonly Pack[], placeIn: (id: string) => number): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { pack_id } of packs) {
    const character = pack_id.codePointAt(placeIn(pack_id)) ?? NONE
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

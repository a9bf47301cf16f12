import { MAX_FOUND } from '#contract/search'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import type { JumpGroup, JumpItem } from './jump-item'
import type { StoredItem } from './stored-items'

type JumpSearch = { typed: string; recent: readonly string[] }

/** Participants by part of their ID or by their number, ranked as the server ranks them; without a text the recent ones. */
export const matchingParticipants = (people: readonly StoredItem[], { typed, recent }: JumpSearch): StoredItem[] => {
  const q = comparableParticipantId(typed)
  const hasNumber = ({ participant }: StoredItem) => String(participant?.sequence_no) === q
  const found = people.filter((person) =>
    q === '' ? isRecent(person.item, recent) : person.ownId?.includes(q) === true || hasNumber(person),
  )
  return byRank(found, (person) =>
    person.ownId === q ? 0 : isRecent(person.item, recent) ? 1 : hasNumber(person) ? 2 : 3,
  )
}

/**
 * Packs by part of their ID, and after them those of the matching participants, ranked as the server ranks them; without
 * a text the recent ones.
 */
export const matchingPacks = (
  packs: readonly StoredItem[],
  found: readonly StoredItem[],
  { typed, recent }: JumpSearch,
): StoredItem[] => {
  const q = typed.toLowerCase()
  if (q === '') return packs.filter(({ item }) => isRecent(item, recent))
  const foundKeys = found.slice(0, MAX_FOUND + 1).map(keyOf)
  const own = packs.filter(({ ownId }) => ownId?.includes(q) === true)
  const ofFound = packs
    .filter((pack) => pack.participant !== null && !own.includes(pack) && foundKeys.includes(keyOf(pack)))
    .toSorted((one, other) => foundKeys.indexOf(keyOf(one)) - foundKeys.indexOf(keyOf(other)))
  return byRank([...own, ...ofFound], ({ item, ownId }) => (ownId === q ? 0 : isRecent(item, recent) ? 1 : 2))
}

const keyOf = ({ participant }: StoredItem): string => `${participant?.trial_id} ${participant?.sequence_no}`

/** Whether an item was opened recently. */
export const isRecent = ({ recent: name }: JumpItem, recent: readonly string[]): boolean =>
  name !== undefined && recent.includes(name)

const byRank = (items: readonly StoredItem[], rankOf: (item: StoredItem) => number): StoredItem[] =>
  items.toSorted((one, other) => rankOf(one) - rankOf(other))

/** The first of these under their heading. */
export const groupOf = (title: string, items: readonly JumpItem[]): JumpGroup => ({
  title,
  items: items.slice(0, MAX_FOUND),
  hasMore: items.length > MAX_FOUND,
})

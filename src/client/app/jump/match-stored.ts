import { MAX_FOUND } from '#contract/search'
import type { JumpGroup, JumpItem } from './jump-item'
import type { StoredItem } from './stored-items'

type JumpSearch = { typed: string; recent: readonly string[] }

/** Participants by part of their ID or by their number, as the server finds them; without a text the recent ones. */
export const matchingParticipants = (people: readonly StoredItem[], { typed, recent }: JumpSearch): StoredItem[] => {
  const q = typed.toLowerCase()
  return recentFirst(
    people.filter(({ item, ownId, whose }) =>
      q === '' ? isRecent(item, recent) : ownId?.includes(q) === true || String(whose?.sequence_no) === q,
    ),
    recent,
  )
}

/**
 * Packs by part of their ID, and after them those of the participants who are found, as the server finds them; without a text the
 * recent ones.
 */
export const matchingPacks = (
  packs: readonly StoredItem[],
  found: readonly StoredItem[],
  { typed, recent }: JumpSearch,
): StoredItem[] => {
  const q = typed.toLowerCase()
  if (q === '') return packs.filter(({ item }) => isRecent(item, recent))
  const whose = found.slice(0, MAX_FOUND + 1).map(nameOf)
  const own = packs.filter(({ ownId }) => ownId?.includes(q) === true)
  const ofFound = packs
    .filter((pack) => pack.whose !== null && !own.includes(pack) && whose.includes(nameOf(pack)))
    .toSorted((one, other) => whose.indexOf(nameOf(one)) - whose.indexOf(nameOf(other)))
  return recentFirst([...own, ...ofFound], recent)
}

const nameOf = ({ whose }: StoredItem): string => `${whose?.trial_id} ${whose?.sequence_no}`

/** Whether an item was opened of late. */
export const isRecent = ({ recent: name }: JumpItem, recent: readonly string[]): boolean =>
  name !== undefined && recent.includes(name)

const recentFirst = (items: readonly StoredItem[], recent: readonly string[]): StoredItem[] =>
  items.toSorted((one, other) => Number(isRecent(other.item, recent)) - Number(isRecent(one.item, recent)))

/** The first of these under their heading. */
export const groupOf = (title: string, items: readonly JumpItem[]): JumpGroup => ({
  title,
  items: items.slice(0, MAX_FOUND),
  hasMore: items.length > MAX_FOUND,
})

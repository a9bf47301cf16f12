import type { FindName } from '../../session/recent-finds'
import type { JumpGroup, JumpItem } from './jump-item'
import { actionsNamed, helpNamed, screensNamed } from './jump-screens'
import type { Finds } from './use-found'

type Searcher = { maxLevel: number; recent: readonly FindName[] }

/**
 * The offers for a text, in groups. Before anything is typed, recent ones stand first in one group; the screens and
 * trials follow.
 */
export const jumpGroups = (typed: string, finds: Finds, { maxLevel, recent }: Searcher): JumpGroup[] => {
  const { records, others, isSearching } = finds
  const screens = { title: 'Screens', items: screensNamed(typed, maxLevel) }
  const groups =
    typed === ''
      ? withRecentFirst([...records, screens, ...others], recent)
      : [
          ...records,
          screens,
          ...others.map((group) => withServiceItems(group, actionsNamed(typed, maxLevel))),
          // Below the records: a person who types an ID and presses Enter means a record.
          { title: 'Help', items: isSearching ? [] : helpNamed(typed) },
        ]
  return groups.filter(({ items }) => items.length > 0)
}

const withServiceItems = (group: JumpGroup, items: readonly JumpItem[]): JumpGroup =>
  group.title === 'Actions' ? { ...group, items: [...group.items, ...items] } : group

const withRecentFirst = (groups: readonly JumpGroup[], recent: readonly FindName[]): JumpGroup[] => {
  const place = ({ recent: name }: JumpItem) => (name === undefined ? -1 : recent.indexOf(name))
  const opened = groups
    .flatMap(({ items }) => items)
    .filter((item) => place(item) >= 0)
    .toSorted((one, other) => place(one) - place(other))
    .slice(0, MAX_SHOWN)
  return [
    { title: 'Recent', items: opened },
    ...groups.map((group) => ({ ...group, items: group.items.filter((item) => !opened.includes(item)) })),
  ]
}

/** How many recent ones are shown. */
const MAX_SHOWN = 6

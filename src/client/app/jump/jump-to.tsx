import '@mantine/spotlight/styles.layer.css'
import { Kbd, Text, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { failureOf, messageOf } from '../../api/failure'
import { meQuery } from '../../api/session-queries'
import { deviceStorage } from '../../browser/device-storage'
import { useNowForAges } from '../../device/offline/use-now-for-ages'
import { recentFindsOf, rememberFind } from '../../session/recent-finds'
import { useSession } from '../../session/this-session'
import { ageWords } from '../../ui/age-words'
import { counted } from '../../ui/format-number'
import type { JumpGroup, JumpItem } from './jump-item'
import { jumpGroups } from './jump-groups'
import { useFound, type Finds } from './use-found'
import classes from './jump-to.module.css'

const [store, spotlight] = createSpotlight()
const storage = deviceStorage(() => localStorage)

/** `Ctrl/Cmd K`: opens a screen, a record or an action by any part of its name. */
export function JumpTo({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate()
  const { session } = useSession()
  const [text, setText] = useState('')
  const typed = text.trim()
  const [recent] = useState(() => recentFindsOf(storage, session?.sub))
  // The header fetches it once the app has started.
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  // After its first opening it stays mounted, closed and without requests.
  const [isOpen, setOpen] = useState(true)
  const finds = useFound(typed, recent, isOpen)
  const groups = jumpGroups(typed, finds, { maxLevel: me?.max_level ?? 0, recent })
  const now = useNowForAges(finds.stored?.as_of ?? 0)
  const { isSearching, stored } = finds
  /** Whether Enter was pressed before there was a result to open. */
  const isAwaited = useRef(false)
  useEffect(() => spotlight.open(), [])
  useEffect(() => {
    if (isSearching) return
    if (isAwaited.current) openFirst()
    else selectFirst()
    isAwaited.current = false
  }, [isSearching])

  const open = ({ recent: name, before, to }: JumpItem) => {
    if (name !== undefined && session !== null) rememberFind(storage, session.sub, name)
    before?.()
    void navigate(to)
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={(changed) => {
        setText(changed)
        isAwaited.current = false
      }}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => {
        isAwaited.current = false
        setOpen(false)
      }}
      size={680}
      overlayProps={{ backgroundOpacity: 0.55, blur: 0 }}
      scrollable
      // Top-aligned, so that the field does not move while the list below it changes its height.
      centered={false}
      attributes={{ content: { 'aria-label': 'Jump to' } }}
      maxHeight="70dvh"
      classNames={CLASSES}
    >
      <Spotlight.Search
        leftSection={<IconSearch aria-hidden="true" />}
        placeholder="Search participants, packs, trials and screens"
        maxLength={255}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) isAwaited.current = !openFirst() && isSearching
        }}
      />
      <VisuallyHidden component="output">{isSearching ? '' : resultsInWords(groups)}</VisuallyHidden>
      <Spotlight.ActionsList>
        {groups.map(({ title, items, hasMore }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                highlightQuery={typed !== ''}
                {...(item.description !== undefined && { description: item.description })}
                leftSection={<item.icon size={20} aria-hidden="true" />}
                rightSection={item.aside}
                onClick={() => open(item)}
              />
            ))}
            {hasMore === true && <Text className={classes['more']}>There are more. Type more of the name or ID.</Text>}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{isSearching ? 'Searching…' : emptyText(finds)}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      {stored !== null && <Text className={classes['stored']}>{searchedWords(stored, now)}</Text>}
      <Spotlight.Footer className={classes['footer']}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <button
          type="button"
          className={classes['shortcuts']}
          onClick={() => {
            spotlight.close()
            onShortcuts()
          }}
        >
          Keyboard shortcuts
        </button>
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

const CLASSES = {
  action: classes['action'] ?? '',
  actionSection: classes['section'] ?? '',
  actionsGroup: classes['group'] ?? '',
  actionBody: classes['body'] ?? '',
  actionLabel: classes['label'] ?? '',
  actionDescription: classes['description'] ?? '',
}

/** A participant who is not saved here must not be taken for one who is not randomised. */
const emptyText = ({ error, stored }: Finds): string => {
  const failure = failureOf(error)
  if (failure !== null) return messageOf(failure)
  return stored === null ? 'Nothing found' : 'No match on this device. Search again when you are online.'
}

const searchedWords = ({ as_of, isPartial }: NonNullable<Finds['stored']>, now: number): string => {
  if (as_of === null) return 'No connection, and nothing is saved on this device. Search again when you are online.'
  const searched = `No connection. This searches what is saved on this device, last updated ${ageWords(as_of, now)}.`
  return isPartial ? `${searched} The participants of some trials are not saved here.` : searched
}

const actionsNow = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-action]')]
const isSelected = (action: HTMLElement) => action.dataset['selected'] !== undefined

/** Spotlight selects from the items that are there when a person types; results that arrive later are not selected. */
const selectFirst = (): void => {
  const actions = actionsNow()
  if (!actions.some(isSelected)) actions[0]?.setAttribute('data-selected', 'true')
}

/**
 * Opens the first result, unless one is selected, which Spotlight opens itself: results after Enter are not selected.
 * Returns whether there was one.
 */
const openFirst = (): boolean => {
  const actions = actionsNow()
  if (!actions.some(isSelected)) actions[0]?.click()
  return actions.length > 0
}

/** The number of results as it is read out: "3 results: Participants 1, Trials 2". */
const resultsInWords = (groups: readonly JumpGroup[]): string => {
  const total = groups.reduce((sum, { items }) => sum + items.length, 0)
  if (total === 0) return ''
  return `${counted(total, 'result')}: ${groups.map(({ title, items }) => `${title} ${items.length}`).join(', ')}`
}

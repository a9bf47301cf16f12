import { MAX_SAVED_FILTERS, type SavedFilter, type SearchedList } from '#domain/desk/display-settings'
import { ActionIcon, Button, CopyButton, Popover, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconBookmark, IconCheck, IconLink, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { ActionRefused } from '../action/action-refused'
import { meQuery } from '../api/session-queries'
import { stringifySearch } from '../api/address-search'
import { useIsAway } from '../device/offline/use-connection'
import { OFFLINE_REASONS } from '../offline-reasons'
import { filtersHere, withFilter, withoutFilter, type SentFilter, type SavedSearch } from './filters-of-list'
import classes from './saved-filters.module.css'
import { useChangeDisplay, useDisplay } from './use-display'

type SavedFiltersProps = {
  list: SearchedList
  /** The trial of the list; its filters are of no other. */
  trialId?: number | undefined
  /** The present search and filters, without the place in the list. */
  search: SavedSearch
}

/** The searches that a person has saved for a list: each is applied by one press, and its link can be copied. */
export function SavedFilters(props: SavedFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover position="bottom-end" width={368} trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={20} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Saved filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['menu'] ?? ''}>
        <Filters {...props} onApplied={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Filters({ list, trialId, search, onApplied }: SavedFiltersProps & { onApplied: () => void }) {
  const every = useDisplay().saved_filters[list] ?? []
  // Filters saved on another device appear as the menu opens, and a save keeps them.
  useQuery({ ...meQuery, refetchOnMount: 'always' })
  const { changeLatest, error } = useChangeDisplay()
  const isAway = useIsAway()
  const navigate = useNavigate()
  const here = filtersHere(every, trialId)
  const keep = (changed: (every: readonly SavedFilter[]) => SentFilter[]) =>
    changeLatest(({ saved_filters }) => ({ saved_filters: { [list]: changed(saved_filters[list] ?? []) } }))
  const apply = (filter: SentFilter) => {
    void navigate({ to: '.', search: filter.search })
    onApplied()
  }
  return (
    <>
      {here.length === 0 && <Text c="dimmed">No saved filters yet.</Text>}
      <ul className="plain-list">
        {here.map((filter) => (
          <li key={filter.name} className={classes['filter']}>
            <Button
              variant="subtle"
              justify="flex-start"
              className={classes['name'] ?? ''}
              onClick={() => apply(filter)}
            >
              {filter.name}
            </Button>
            <CopyLink filter={filter} />
            <ActionIcon
              variant="subtle"
              aria-label={`Delete the filter ${filter.name}`}
              disabled={isAway}
              onClick={() => keep((latest) => withoutFilter(latest, filter))}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {isAway ? (
        <Text>{OFFLINE_REASONS.changeView}</Text>
      ) : (
        <SaveForm
          reason={reasonNotToSave(search, every.length)}
          onSave={(name) =>
            keep((latest) => withFilter(latest, { name, search, ...(trialId !== undefined && { trial_id: trialId }) }))
          }
        />
      )}
      <ActionRefused title="The filter was not saved" error={error} />
    </>
  )
}

const reasonNotToSave = (search: SavedSearch, count: number): string | null => {
  if (Object.keys(search).length === 0) return 'Search, filter or sort the list first. Then save it here under a name.'
  return count >= MAX_SAVED_FILTERS ? `You have ${MAX_SAVED_FILTERS} saved filters. Delete one first.` : null
}

/** Saves the present search under a name; a filter of the same name is replaced. */
function SaveForm({ reason, onSave }: { reason: string | null; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  const reasonId = useId()
  if (reason !== null) {
    return (
      <Text c="dimmed" id={reasonId}>
        {reason}
      </Text>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    setName('')
  }
  return (
    <form onSubmit={submit} className={classes['save']}>
      <TextInput
        label="Name"
        description="Saves the search, filters and sort that you see now."
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={name.trim() === ''}>
        Save this filter
      </Button>
    </form>
  )
}

/** Copies the address of the filtered list. Another person sees in it only what their own rights permit. */
function CopyLink({ filter }: { filter: SentFilter }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <CopyButton value={`${window.location.origin}${pathname}${stringifySearch(filter.search)}`}>
      {({ copied, copy }) => (
        <>
          <ActionIcon variant="subtle" aria-label={`Copy the link of ${filter.name}`} onClick={copy}>
            {copied ? <IconCheck size={18} aria-hidden="true" /> : <IconLink size={18} aria-hidden="true" />}
          </ActionIcon>
          <VisuallyHidden aria-live="polite">{copied ? 'Link copied' : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  )
}

import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconHome, IconListDetails, IconSearch, IconStethoscope } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { trialsQuery } from '../api/trial-queries'
import { paths } from '../paths'

const [store, spotlight] = createSpotlight()

/** How long typing must rest, in milliseconds, before trials are asked for. */
const RESTS_AFTER_MS = 200

/** `Ctrl/Cmd K`: goes to a screen or a trial by any part of its name. It opens as it appears. */
export function JumpTo() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), RESTS_AFTER_MS)
  const trials = useQuery(trialsQuery({ q }))
  useEffect(() => spotlight.open(), [])

  const screens: SpotlightActionData[] = [
    {
      id: 'home',
      label: 'Home',
      leftSection: <IconHome aria-hidden="true" />,
      onClick: () => void navigate(paths.home()),
    },
    {
      id: 'trials',
      label: 'Trials',
      leftSection: <IconListDetails aria-hidden="true" />,
      onClick: () => void navigate(paths.trials()),
    },
  ]
  const found: SpotlightActionData[] = (trials.data?.data ?? []).map((trial) => ({
    id: `trial-${trial.id}`,
    label: trial.title,
    description: `Trial ${trial.id}, ${trial.trial_status.name}`,
    leftSection: <IconStethoscope aria-hidden="true" />,
    onClick: () => void navigate(paths.trial(trial.id)),
  }))
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      filter={(query, groups) =>
        groups.map((group) => ('actions' in group && group.group === 'Screens' ? matching(group, query) : group))
      }
      actions={[
        { group: 'Screens', actions: screens },
        { group: 'Trials', actions: found },
      ]}
      nothingFound={trials.isFetching ? 'Searching…' : 'Nothing found'}
      searchProps={{
        leftSection: <IconSearch aria-hidden="true" />,
        placeholder: 'Jump to a screen or a trial',
        onKeyDown: openFirst,
      }}
      scrollable
      attributes={{ content: { 'aria-label': 'Jump to' } }}
      maxHeight="60dvh"
    />
  )
}

/** Screens are matched here; the trials were matched by the server. */
const matching = <Group extends { actions: SpotlightActionData[] }>(group: Group, query: string): Group => ({
  ...group,
  actions: group.actions.filter(({ label }) => label?.toLowerCase().includes(query.trim().toLowerCase())),
})

/** What was found arrives after the key that asked for it, unselected: Enter opens the first of it. */
const openFirst = (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  const actions = [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-action]')]
  if (!actions.some((action) => action.dataset['selected'] !== undefined)) actions[0]?.click()
}

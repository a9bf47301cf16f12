import '@mantine/spotlight/styles.layer.css'
import { canAnywhere } from '#domain/permissions'
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconChartHistogram, IconHome, IconListDetails, IconSearch, IconStethoscope } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { failureOf, messageOf } from '../api/failure'
import { meQuery } from '../api/session-queries'
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
  // The header asks it, once the app has started.
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  /** Enter was pressed before there was anything to open. */
  const isAwaited = useRef(false)
  // What was found for other words must not be taken for what was meant.
  const isSearching = q !== typed.trim() || trials.isPending
  useEffect(() => spotlight.open(), [])
  useEffect(() => {
    if (isSearching || !isAwaited.current) return
    isAwaited.current = false
    openFirst()
  }, [isSearching])

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
    ...(canAnywhere(me?.max_level ?? 0, 'simulate')
      ? [
          {
            id: 'simulation',
            label: 'Simulation',
            leftSection: <IconChartHistogram aria-hidden="true" />,
            onClick: () => void navigate(paths.simulation()),
          },
        ]
      : []),
  ]
  const found: SpotlightActionData[] = (isSearching ? [] : (trials.data?.data ?? [])).map((trial) => ({
    id: `trial-${trial.id}`,
    label: trial.title,
    description: `Trial ${trial.id}, ${trial.trial_status.name}`,
    leftSection: <IconStethoscope aria-hidden="true" />,
    onClick: () => void navigate(paths.trial(trial.id)),
  }))
  const groups = [
    { group: 'Screens', actions: screens.filter(({ label }) => matches(label, typed)) },
    { group: 'Trials', actions: found },
  ]
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={(text) => {
        setTyped(text)
        isAwaited.current = false
      }}
      onSpotlightClose={() => {
        isAwaited.current = false
      }}
      // The screens are matched above, the trials by the server.
      filter={(_, shown) => shown}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      nothingFound={isSearching ? 'Searching…' : whyNothing(trials.error)}
      searchProps={{
        leftSection: <IconSearch aria-hidden="true" />,
        placeholder: 'Jump to a screen or a trial',
        onKeyDown: (event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) isAwaited.current = !openFirst() && isSearching
        },
      }}
      scrollable
      // So the field stays where it is while the list below it grows and shrinks.
      centered={false}
      attributes={{ content: { 'aria-label': 'Jump to' } }}
      maxHeight="60dvh"
    />
  )
}

const matches = (label: string | undefined, typed: string): boolean =>
  label?.toLowerCase().includes(typed.trim().toLowerCase()) ?? false

const whyNothing = (error: Error | null): string => {
  const failure = failureOf(error)
  return failure === null ? 'Nothing found' : messageOf(failure)
}

/**
 * Opens the first of what is shown, unless something is selected, which Spotlight opens itself: what was found arrives
 * after the key that asked for it, unselected. Answers whether there was anything to open.
 */
const openFirst = (): boolean => {
  const actions = [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-action]')]
  if (!actions.some((action) => action.dataset['selected'] !== undefined)) actions[0]?.click()
  return actions.length > 0
}

import '@mantine/spotlight/styles.layer.css'
import { canAnywhere, isSystemUser } from '#domain/people/permissions'
import { studyPackStatusOfId } from '#domain/study-packs/study-pack'
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  IconChartHistogram,
  IconClipboardCheck,
  IconHeartbeat,
  IconHelp,
  IconHome,
  IconListDetails,
  IconPackage,
  IconReport,
  IconSearch,
  IconStethoscope,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { failureOf, messageOf } from '../api/failure'
import { meQuery } from '../api/session-queries'
import { trialsQuery } from '../api/trial-queries'
import { paths } from '../paths'
import { usePacksAtHand } from './use-packs-at-hand'

const [store, spotlight] = createSpotlight()

/** How long typing must pause before trials are searched, in milliseconds. */
const RESTS_AFTER_MS = 200

/** `Ctrl/Cmd K`: opens a screen, a trial, or a pack of the open trial, by any part of its name. */
export function JumpTo() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), RESTS_AFTER_MS)
  const trials = useQuery(trialsQuery({ q }))
  const packsAtHand = usePacksAtHand(typed.trim())
  // The header fetches it once the app has started.
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  /** Whether Enter was pressed before there was a result to open. */
  const isAwaited = useRef(false)
  // Results for earlier words must not be opened for the present ones.
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
    ...(isSystemUser(me?.max_level ?? 0)
      ? [
          {
            id: 'users',
            label: 'Users',
            leftSection: <IconUsers aria-hidden="true" />,
            onClick: () => void navigate(paths.users()),
          },
        ]
      : []),
    ...(isSystemUser(me?.max_level ?? 0)
      ? [
          {
            id: 'reports',
            label: 'Reports',
            leftSection: <IconReport aria-hidden="true" />,
            onClick: () => void navigate(paths.reports()),
          },
          {
            id: 'auditing',
            label: 'Auditing',
            leftSection: <IconClipboardCheck aria-hidden="true" />,
            onClick: () => void navigate(paths.auditLogs()),
          },
          {
            id: 'status',
            label: 'Status',
            leftSection: <IconHeartbeat aria-hidden="true" />,
            onClick: () => void navigate(paths.status()),
          },
        ]
      : []),
    {
      id: 'help',
      label: 'Help',
      leftSection: <IconHelp aria-hidden="true" />,
      onClick: () => void navigate(paths.help()),
    },
    {
      id: 'user-profile',
      label: 'User profile',
      leftSection: <IconUser aria-hidden="true" />,
      onClick: () => void navigate(paths.profile()),
    },
  ]
  const suggestions: SpotlightActionData[] = (isSearching ? [] : (trials.data?.data ?? [])).map((trial) => ({
    id: `trial-${trial.id}`,
    label: trial.title,
    description: `Trial ${trial.id}, ${trial.trial_status.name}`,
    leftSection: <IconStethoscope aria-hidden="true" />,
    onClick: () => void navigate(paths.trial(trial.id)),
  }))
  const packs: SpotlightActionData[] = packsAtHand.map(({ trialId, pack }) => ({
    id: `pack-${pack.id}`,
    label: `Pack ${pack.pack_id}`,
    description: studyPackStatusOfId(pack.study_pack_status_id)?.name ?? '',
    leftSection: <IconPackage aria-hidden="true" />,
    onClick: () => void navigate(paths.studyPack(trialId, pack.id)),
  }))
  const groups = [
    { group: 'Packs of this trial', actions: packs },
    { group: 'Screens', actions: screens.filter(({ label }) => matches(label, typed)) },
    { group: 'Trials', actions: suggestions },
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
      // Screens and packs are filtered already; the server filters trials.
      filter={(_, shown) => shown}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      nothingFound={isSearching ? 'Searching…' : whyNothing(trials.error)}
      searchProps={{
        leftSection: <IconSearch aria-hidden="true" />,
        placeholder: 'Search screens, trials and packs',
        onKeyDown: (event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) isAwaited.current = !openFirst() && isSearching
        },
      }}
      scrollable
      // Top-aligned, so that the field does not move while the list below it changes its height.
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
 * Opens the first result, unless one is selected, which Spotlight opens itself: results that arrive after Enter was pressed are
 * not selected. Returns whether there was one.
 */
const openFirst = (): boolean => {
  const actions = [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-action]')]
  if (!actions.some((action) => action.dataset['selected'] !== undefined)) actions[0]?.click()
  return actions.length > 0
}

import { readStoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { canAnywhere, isSystemUser } from '#domain/people/permissions'
import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconChartHistogram,
  IconClipboardCheck,
  IconListDetails,
  IconReport,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { meQuery } from '../../api/session-queries'
import { activeTrialsQuery } from '../../api/trial-queries'
import { InstallHint } from '../../device/offline/install-hint'
import { QueryOrStoredView } from '../../device/offline/query-or-stored-view'
import { useQueryOrStored } from '../../device/offline/use-query-or-stored'
import { useNow } from '../../device/offline/use-now'
import { OthersWaiting } from '../../device/outbox/others-waiting'
import { UnreleasedActions } from '../../device/outbox/unreleased-actions'
import { readinessWords } from '../../device/readiness/readiness-words'
import { useTrialReadiness, type ShownReadiness } from '../../device/readiness/use-trial-readiness'
import { paths } from '../../paths'
import { BlindedBadge } from '../../ui/blinded-badge'
import { EmptyState } from '../../ui/empty-state'
import { LinkButton, TextLink } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { Recruited } from '../../ui/recruited'
import { TrialStatusBadge } from '../../ui/trial-status-badge'
import { PageSkeleton } from '../../ui/page-skeleton'
import { StoredTrialList } from '../../subjects/trials/list/stored-trial-list'
import classes from './signed-in-home.module.css'

/** Where a signed-in person goes on: the sections, and the trials that run. */
export function SignedInHome() {
  const { data: me, isPending, fetchStatus } = useQuery(meQuery)
  const trials = useActiveTrials()
  // How many buttons there are depends on who it is: drawn before that is known, the list below them would jump.
  const isAwaited = isPending && fetchStatus === 'fetching'
  return (
    <>
      <div className={classes['greeting']}>
        <PageTitle title={me === undefined ? 'Welcome' : `Welcome, ${me.name}`} />
      </div>
      {isAwaited ? <PageSkeleton blocks={BLOCKS} /> : <Home maxLevel={me?.max_level ?? 0} trials={trials} />}
    </>
  )
}

type HomeProps = { maxLevel: number; trials: ReturnType<typeof useActiveTrials> }

function Home({ maxLevel, trials }: HomeProps) {
  return (
    <>
      <UnreleasedActions />
      <OthersWaiting />
      <InstallHint />
      <Group mb="xl">
        <LinkButton {...paths.trials()} size="lg" leftSection={<IconListDetails size={24} aria-hidden="true" />}>
          Trials
        </LinkButton>
        {isSystemUser(maxLevel) && (
          <LinkButton
            {...paths.reports()}
            size="lg"
            variant="default"
            leftSection={<IconReport size={24} aria-hidden="true" />}
          >
            Reports
          </LinkButton>
        )}
        {isSystemUser(maxLevel) && (
          <LinkButton
            {...paths.auditLogs()}
            size="lg"
            variant="default"
            leftSection={<IconClipboardCheck size={24} aria-hidden="true" />}
          >
            Auditing
          </LinkButton>
        )}
        {isSystemUser(maxLevel) && (
          <LinkButton
            {...paths.users()}
            size="lg"
            variant="default"
            leftSection={<IconUsers size={24} aria-hidden="true" />}
          >
            Users
          </LinkButton>
        )}
        {canAnywhere(maxLevel, 'simulate') && (
          <LinkButton
            {...paths.simulation()}
            size="lg"
            variant="default"
            leftSection={<IconChartHistogram size={24} aria-hidden="true" />}
          >
            Simulation
          </LinkButton>
        )}
        <LinkButton
          {...paths.profile()}
          size="lg"
          variant="default"
          leftSection={<IconUser size={24} aria-hidden="true" />}
        >
          User profile
        </LinkButton>
      </Group>
      <Title order={2} mb="sm">
        Active trials
      </Title>
      <QueryOrStoredView
        source={trials}
        loading={<PageSkeleton blocks={BLOCKS} />}
        renderStored={(stored) => <StoredTrialList {...stored} />}
      >
        {({ data }) => (data.length === 0 ? <NoActiveTrials /> : <ActiveTrials trials={data} />)}
      </QueryOrStoredView>
    </>
  )
}

const useActiveTrials = () => useQueryOrStored(activeTrialsQuery, readStoredTrials)

function ActiveTrials({ trials }: { trials: readonly TrialSummary[] }) {
  const readinessOf = useTrialReadiness(trials.map(({ id }) => id))
  const now = useNow()
  return (
    <ul className={classes['trials']}>
      {trials.map((trial) => (
        <li key={trial.id} className={classes['trial']}>
          <div className={classes['name']}>
            <span className="identifier">{trial.id}</span>
            <TextLink {...paths.trial(trial.id)} fw={600} underline="hover" className={classes['link']}>
              {trial.title}
            </TextLink>
          </div>
          <Group gap="xs" className={classes['state']}>
            <TrialStatusBadge status={trial.trial_status} />
            <BlindedBadge trial={trial} isShort />
            <Text size="sm" c="dimmed" className={classes['saved']}>
              {savedWords(readinessOf(trial.id), now)}
            </Text>
          </Group>
          <Recruited trial={trial} />
        </li>
      ))}
    </ul>
  )
}

/** Only what is saved is said of a row: a system administrator may see hundreds that are not. */
const savedWords = (readiness: ShownReadiness, now: number): string =>
  readiness?.kind === 'ready' || readiness?.kind === 'outdated' ? readinessWords(readiness, false, now) : ''

function NoActiveTrials() {
  return (
    <EmptyState title="No active trials found">
      Started and paused trials appear here. The others are in the list of trials.
    </EmptyState>
  )
}

const BLOCKS = [['4.5rem'], ['4.5rem'], ['4.5rem']] as const

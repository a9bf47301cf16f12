import type { StoredTrial } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'
import { shownTrialDate } from '#domain/trials/trial-status'
import { Group, Text } from '@mantine/core'
import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { AgeNotice } from '../device/offline/age-notice'
import { NeedsServer } from '../device/offline/needs-server'
import { usePageReason } from '../device/offline/page-reason'
import { paths } from '../paths'
import { BlindedBadge } from '../ui/blinded-badge'
import { CopyableId } from '../ui/copyable-id'
import { formatDay } from '../ui/format-time'
import { PageTitle } from '../ui/page-title'
import { TrialStatusBadge } from '../ui/trial-status-badge'
import { StoredParticipants } from '../subjects/participants/list/stored-participants'
import { StoredPackPage } from '../subjects/study-packs/stored/stored-pack-page'
import { StoredPacks } from '../subjects/study-packs/stored/stored-packs'
import classes from '../subjects/trials/trial/trial-tab-list.module.css'
import { tabsOf, type TrialTab } from '../subjects/trials/trial/trial-tabs'

type StoredTrialScreenProps = {
  trial: StoredTrial
  permission: EffectivePermission
  /** When the server gave it, in milliseconds since the epoch. */
  asOf: number
}

/** A trial's page out of what this device keeps of it: its participants and packs; every other tab says why it is not there. */
export function StoredTrialScreen({ trial, permission, asOf }: StoredTrialScreenProps) {
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = shownTrialDate(trial)
  const tabs = tabsOf(trial, permission)
  const tab = tabs.find(({ link }) => router.buildLocation(link(trial.id)).pathname === pathname)
  return (
    <>
      <PageTitle title={trial.title} />
      <Group gap="md" mb="md">
        <Group gap="xs">
          <Text c="dimmed">Trial ID</Text>
          <CopyableId value={String(trial.id)} what="Trial ID" />
        </Group>
        <TrialStatusBadge status={trial.trial_status} />
        <BlindedBadge trial={permission} />
        {shown !== null && (
          <Text>
            <Text span c="dimmed">
              {shown.label}
            </Text>{' '}
            {formatDay(shown.date)}
          </Text>
        )}
      </Group>
      <nav aria-label="Trial" className={classes['tabs']}>
        {tabs.map(({ label, link }) => (
          <Link key={label} {...link(trial.id)} activeOptions={{ exact: link === paths.trial, includeSearch: false }}>
            <span className={classes['label']}>{label}</span>
          </Link>
        ))}
      </nav>
      <StoredTab trial={trial} permission={permission} asOf={asOf} link={tab?.link} />
    </>
  )
}

type StoredTabProps = StoredTrialScreenProps & { link: TrialTab['link'] | undefined }

/** Participants and packs tell their own age. */
function StoredTab({ trial, permission, asOf, link }: StoredTabProps) {
  const { participantId, studyPackId } = useParams({ strict: false })
  const reason = usePageReason()
  if (participantId !== undefined)
    return <StoredParticipants trial={trial} permission={permission} only={Number(participantId)} />
  if (link === paths.participants) return <StoredParticipants trial={trial} permission={permission} only={null} />
  if (studyPackId !== undefined)
    return <StoredPackPage trial={trial} permission={permission} studyPackId={Number(studyPackId)} />
  if (link === paths.studyPacks) return <StoredPacks trial={trial} permission={permission} />
  return (
    <>
      <AgeNotice asOf={asOf} />
      <NeedsServer>{`${reason} You can still see participants and study packs.`}</NeedsServer>
    </>
  )
}

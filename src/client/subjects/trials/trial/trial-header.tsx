import { can } from '#domain/people/permissions'
import { shownTrialDate } from '#domain/trials/trial-status'
import { Group, Text } from '@mantine/core'
import { ReadyForOffline } from '../../../device/readiness/ready-for-offline'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { CopyableId } from '../../../ui/copyable-id'
import { formatDay } from '../../../ui/format-time'
import { PageTitle } from '../../../ui/page-title'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import { ChangeStatusButton } from './change-status-button'
import { useTrialPage } from './trial-page'

/** Which trial this is, how it stands, and the button that changes that. */
export function TrialHeader() {
  const { trial, permission } = useTrialPage()
  const shown = shownTrialDate(trial)
  return (
    <>
      <PageTitle
        title={trial.title}
        actions={can(permission, 'changeTrialStatus') && <ChangeStatusButton trial={trial} />}
      />
      <Group gap="md" mb="md">
        <Group gap="xs">
          <Text c="dimmed">Trial ID</Text>
          <CopyableId value={String(trial.id)} what="Trial ID" />
        </Group>
        <div aria-live="polite">
          <TrialStatusBadge status={trial.trial_status} />
        </div>
        <BlindedBadge trial={trial} />
        <ReadyForOffline trialId={trial.id} />
        {shown !== null && (
          <Text>
            <Text span c="dimmed">
              {shown.label}
            </Text>{' '}
            {formatDay(shown.date)}
          </Text>
        )}
      </Group>
    </>
  )
}

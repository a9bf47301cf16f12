import type { Participant } from '#contract/participants'
import { Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPackageExport } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { requestedAt } from '../../../api/endpoint-query'
import { participantHistoryQuery, participantQuery } from '../../../api/participant-queries'
import { StaleView } from '../../../device/offline/query-or-stored-view'
import { useFallsBackToStored } from '../../../device/offline/use-falls-back-to-stored'
import { paths } from '../../../paths'
import { Definitions } from '../../../ui/definitions'
import { showTitle } from '../../../ui/document-title'
import { LinkButton } from '../../../ui/link-button'
import { QueryView } from '../../../device/offline/query-view'
import { recordTerms } from '../../../ui/record-column'
import { mayDispense } from '../../trials/trial/may-dispense'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { ParticipantActionDialog } from './participant-action-dialog'
import { actionButtonId, ParticipantActions } from './participant-actions'
import { participantColumns } from './participant-columns'
import { ParticipantHistory } from './participant-history'
import classes from './participant-page.module.css'
import { StoredParticipants } from './stored-participants'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { useChosen } from '../../../action/use-chosen'
import { usePendingFlags } from './use-pending-flags'
import { PageSkeleton } from '../../../ui/page-skeleton'
import { focusFirst } from '../../../ui/focus-first'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/participants/$participantId')

/** `/trials/{id}/participants/{pid}`: the record and the events of one participant. */
export function ParticipantPage() {
  const { trial, permission } = useTrialPage()
  const { participantId } = route.useParams()
  const participant = useQuery(participantQuery(trial.id, participantId))
  const withPendingFlags = usePendingFlags()
  if (useFallsBackToStored(participant))
    return <StoredParticipants trial={trial} permission={permission} only={participantId} />
  return (
    <StaleView query={participant} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loaded) =>
        withPendingFlags([loaded], requestedAt(loaded)).map((shown) => (
          <LoadedParticipant key={shown.id} participant={shown} />
        ))
      }
    </StaleView>
  )
}

function LoadedParticipant({ participant }: { participant: Participant }) {
  const { trial, permission } = useTrialPage()
  const history = useQuery(participantHistoryQuery(trial.id, participant.id))
  const choice = useChosen<ChosenParticipantAction>()
  const title = `Participant ${participant.trial_sequence_no}`
  useEffect(() => {
    showTitle(title, trial.title)
  }, [title, trial.title])
  return (
    <>
      <TabHeading
        actions={
          <Group gap="xs" className="no-print">
            {mayDispense(trial, permission, participant) && (
              <LinkButton
                {...paths.dispense(trial.id, { participant: participant.id })}
                leftSection={<IconPackageExport size={20} aria-hidden="true" />}
              >
                Dispense
              </LinkButton>
            )}
            <ParticipantActions participant={participant} permission={permission} onChoose={choice.choose} />
          </Group>
        }
      >
        {title}
      </TabHeading>
      <div className={classes['columns']}>
        <section aria-labelledby="participant-record">
          <Title order={3} mb="xs" id="participant-record">
            Details
          </Title>
          <Definitions items={recordTerms(participantColumns({ trial, permission }), participant)} />
        </section>
        <section aria-labelledby="participant-history">
          <Title order={3} mb="xs" id="participant-history">
            History
          </Title>
          <QueryView query={history} loading={<PageSkeleton blocks={HISTORY_BLOCKS} />}>
            {({ data }) => <ParticipantHistory entries={data} zone={trial.selected_timezone} />}
          </QueryView>
        </section>
      </div>
      <ParticipantActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ action }) => focusFirst(actionButtonId(action), 'tab-heading')}
      />
    </>
  )
}

const BLOCKS = [['1.75rem', '12rem'], ['20rem']] as const

const HISTORY_BLOCKS = [['4rem'], ['4rem'], ['4rem']] as const

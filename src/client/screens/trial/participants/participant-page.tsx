import type { Participant } from '#contract/participants'
import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { participantHistoryQuery, participantQuery } from '../../../api/participant-queries'
import { QueryView } from '../../../ui/query-view'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { ParticipantActDialog } from './participant-act-dialog'
import { actButtonId, ParticipantActions } from './participant-actions'
import { ParticipantHistory } from './participant-history'
import classes from './participant-page.module.css'
import { ParticipantRecord } from './participant-record'
import { useChosenAct } from './use-chosen-act'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/participants/$participantId')

/** `/trials/{id}/participants/{pid}`: one participant, everything recorded, and what happened, in order. */
export function ParticipantPage() {
  const { trial } = useTrialPage()
  const participantId = Number(route.useParams().participantId)
  const participant = useQuery(participantQuery(trial.id, participantId))
  return (
    <QueryView query={participant} loading={<ParticipantSkeleton />}>
      {(loaded) => <LoadedParticipant key={loaded.id} participant={loaded} />}
    </QueryView>
  )
}

function LoadedParticipant({ participant }: { participant: Participant }) {
  const { trial, permission } = useTrialPage()
  const history = useQuery(participantHistoryQuery(trial.id, participant.id))
  const choice = useChosenAct()
  const title = `Participant ${participant.trial_sequence_no}`
  useEffect(() => {
    document.title = `${title} · ${trial.title} · Equipoise`
  }, [title, trial.title])
  return (
    <>
      <TabHeading
        actions={<ParticipantActions participant={participant} permission={permission} onChoose={choice.choose} />}
      >
        {title}
      </TabHeading>
      <VisuallyHidden aria-live="polite">{choice.said}</VisuallyHidden>
      <div className={classes['columns']}>
        <section aria-labelledby="participant-record">
          <Title order={3} mb="xs" id="participant-record">
            What is recorded
          </Title>
          <ParticipantRecord trial={trial} participant={participant} />
        </section>
        <section aria-labelledby="participant-history">
          <Title order={3} mb="xs" id="participant-history">
            What happened
          </Title>
          <QueryView query={history} loading={<HistorySkeleton />}>
            {({ data }) => <ParticipantHistory entries={data} zone={trial.selected_timezone} />}
          </QueryView>
        </section>
      </div>
      <ParticipantActDialog
        trial={trial}
        choice={choice}
        onClosed={({ act }) =>
          (document.getElementById(actButtonId(act)) ?? document.getElementById('tab-heading'))?.focus()
        }
      />
    </>
  )
}

function ParticipantSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height="1.75rem" width="12rem" />
      <Skeleton height="20rem" />
    </Stack>
  )
}

function HistorySkeleton() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {Array.from({ length: 3 }, (_, row) => (
        <Skeleton key={row} height="4rem" />
      ))}
    </Stack>
  )
}

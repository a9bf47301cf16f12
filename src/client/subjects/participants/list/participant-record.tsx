import type { Participant } from '#contract/participants'
import type { StoredParticipant } from '#contract/stored-answers'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPackageExport } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useChosen } from '../../../action/use-chosen'
import { BesideHeading } from '../../../desk/beside-heading'
import { asOf } from '../../../api/answer-at-hand'
import { participantHistoryQuery, participantQuery, participantsSnapshotQuery } from '../../../api/participant-queries'
import { QueryView } from '../../../device/offline/query-view'
import { StaleView } from '../../../device/offline/stale-view'
import { useAtHandOr } from '../../../device/offline/use-at-hand'
import { OFFLINE_REASONS } from '../../../offline-reasons'
import { paths } from '../../../paths'
import { Definitions } from '../../../ui/definitions'
import { DetailsAndHistory } from '../../../ui/details-and-history'
import { showTitle } from '../../../ui/document-title'
import { EmptyState } from '../../../ui/empty-state'
import { focusFirst } from '../../../ui/focus-first'
import { LinkButton } from '../../../ui/link-button'
import { PageSkeleton } from '../../../ui/page-skeleton'
import { recordTerms, storedColumns } from '../../../ui/record-column'
import { mayDispense } from '../../trials/trial/may-dispense'
import { TabHeading } from '../../trials/trial/tab-heading'
import { isWholeTrial, useTrialAtHand } from '../../trials/trial/trial-page'
import { offeredParticipantActions, type ChosenParticipantAction } from './offered-participant-actions'
import { ParticipantActionDialog } from './participant-action-dialog'
import { actionButtonId, ParticipantActions } from './participant-actions'
import { participantColumns } from './participant-columns'
import { ParticipantHistory } from './participant-history'
import { usePendingFlags } from './use-pending-flags'

type ParticipantAtHandProps = {
  participantId: number
  /** Beside the list, whose page it is then. */
  isBeside?: boolean
}

/** Beside the list, and so on its page. */
export function ParticipantAtHand({ participantId, isBeside = false }: ParticipantAtHandProps) {
  const { trial } = useTrialAtHand()
  const participant = useAtHandOr(
    useQuery(participantQuery(trial.id, participantId)),
    participantsSnapshotQuery(trial.id),
    ({ data }) => data.find(({ id }) => id === participantId),
  )
  const withPendingFlags = usePendingFlags()
  return (
    <StaleView query={participant} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(shown) => {
        if (shown.answer === undefined) return <NotStored trialId={trial.id} />
        const [record] = withPendingFlags<Participant | StoredParticipant>([shown.answer], asOf(shown))
        return record && <LoadedParticipant key={record.id} participant={record} isBeside={isBeside} />
      }}
    </StaleView>
  )
}

function NotStored({ trialId }: { trialId: number }) {
  return (
    <EmptyState
      title="No participants found"
      action={
        <LinkButton {...paths.participants(trialId)} variant="default">
          All participants
        </LinkButton>
      }
    >
      This participant is not saved on this device.
    </EmptyState>
  )
}

type LoadedParticipantProps = { participant: Participant | StoredParticipant; isBeside: boolean }

function LoadedParticipant({ participant, isBeside }: LoadedParticipantProps) {
  const { trial, permission } = useTrialAtHand()
  const choice = useChosen<ChosenParticipantAction>()
  const title = `Participant ${participant.trial_sequence_no}`
  useEffect(() => {
    if (!isBeside) showTitle(title, trial.title)
  }, [title, trial.title, isBeside])
  const columns = participantColumns({ trial, permission })
  const isWhole = 'site' in participant
  const actions = offeredParticipantActions(participant, permission).filter(
    (action) => action !== 'record_error' || isWholeTrial(trial),
  )
  const Heading = isBeside ? BesideHeading : TabHeading
  return (
    <>
      <Heading
        actions={
          <Group gap="xs" className="no-print">
            {isWhole && mayDispense(trial, permission, participant) && (
              <LinkButton
                {...paths.dispense(trial.id, { participant: participant.id })}
                leftSection={<IconPackageExport size={20} aria-hidden="true" />}
              >
                Dispense
              </LinkButton>
            )}
            <ParticipantActions actions={actions} participant={participant} onChoose={choice.choose} />
          </Group>
        }
      >
        {title}
      </Heading>
      <DetailsAndHistory
        of="participant"
        isBeside={isBeside}
        details={
          <Definitions
            items={isWhole ? recordTerms(columns, participant) : recordTerms(storedColumns(columns), participant)}
          />
        }
        history={isWhole ? <History participantId={participant.id} /> : <Text>{OFFLINE_REASONS.viewRecord}</Text>}
      />
      <ParticipantActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ action }) => focusFirst(actionButtonId(action), 'tab-heading')}
      />
    </>
  )
}

function History({ participantId }: { participantId: number }) {
  const { trial } = useTrialAtHand()
  const history = useQuery(participantHistoryQuery(trial.id, participantId))
  return (
    <QueryView query={history} loading={<PageSkeleton blocks={HISTORY_BLOCKS} />}>
      {({ data }) => <ParticipantHistory entries={data} zone={trial.selected_timezone} />}
    </QueryView>
  )
}

const BLOCKS = [['1.75rem', '12rem'], ['20rem']] as const

const HISTORY_BLOCKS = [['4rem'], ['4rem'], ['4rem']] as const

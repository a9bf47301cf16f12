import { readStoredParticipants, type StoredParticipant } from '#contract/stored-answers'
import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { requestedAt } from '../../../api/endpoint-query'
import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { QueryView } from '../../../device/offline/query-view'
import { useQueryOrStored } from '../../../device/offline/use-query-or-stored'
import { FoundStoredParticipants } from './found-stored-participants'
import type { StoredListProps } from './stored-list-props'

type StoredParticipantsProps = StoredListProps & {
  /** The id of the participant whose page is open, or null for the list. */
  only: number | null
}

/** The participants that this device stores: they can be searched, and flagged through the outbox. */
export function StoredParticipants({ trial, permission, only }: StoredParticipantsProps) {
  const { query, stored } = useQueryOrStored(participantsSnapshotQuery(trial.id), readStoredParticipants)
  const show = (participants: readonly StoredParticipant[], asOf: number) => (
    <FoundStoredParticipants
      trial={trial}
      permission={permission}
      asOf={asOf}
      isStored={stored !== null}
      participants={participants.filter(({ id }) => only === null || id === only)}
    />
  )
  const heading = (
    <Title order={2} id="tab-heading" tabIndex={-1}>
      {only === null ? 'Participants' : 'Participant'}
    </Title>
  )
  return (
    <>
      {only === null ? <VisuallyHidden component="div">{heading}</VisuallyHidden> : heading}
      {stored === null ? (
        <QueryView query={query} loading={<Skeleton height="16rem" />}>
          {(answer) => show(answer.data, requestedAt(answer))}
        </QueryView>
      ) : (
        show(stored.answer.data, stored.as_of)
      )}
    </>
  )
}

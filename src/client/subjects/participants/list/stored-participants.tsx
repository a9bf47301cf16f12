import { readStoredParticipants, type StoredParticipant, type StoredTrial } from '#contract/stored-answers'
import type { FlagStatusName } from '#domain/participants/participant'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { List, Skeleton, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { requestedAt } from '../../../api/endpoint-query'
import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { AgeNotice } from '../../../device/offline/age-notice'
import { OFFLINE_REASONS } from '../../../offline-reasons'
import { useQueryOrStored } from '../../../device/offline/use-query-or-stored'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { formatNumber } from '../../../ui/format-number'
import { QueryView } from '../../../device/offline/query-view'
import { storedColumns } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { SearchField } from '../../../ui/search-field'
import { FlagDialog } from './flag-dialog'
import { participantColumns, siteTitleIn } from './participant-columns'
import { storedFlagButtonId, StoredFlagButton } from './stored-flag-button'
import { usePendingFlags } from './use-pending-flags'
import { searchPlaceholder } from './search-placeholder'
import { focusFirst } from '../../../ui/focus-first'

/** How many are shown at once; any other is found by typing its number. */
const SHOWN_AT_ONCE = 100

type StoredParticipantsProps = {
  trial: Pick<
    StoredTrial,
    | 'id'
    | 'title'
    | 'sites'
    | 'selected_timezone'
    | 'is_participant_id_used'
    | 'participant_id_label'
    | 'is_managing_packs'
    | 'contact'
  >
  permission: EffectivePermission
  /** The id of the participant whose page is open, or null for the list. */
  only: number | null
}

/** The participants that this device stores: they can be searched, and flagged through the outbox. */
export function StoredParticipants({ trial, permission, only }: StoredParticipantsProps) {
  const { query, stored } = useQueryOrStored(participantsSnapshotQuery(trial.id), readStoredParticipants)
  const show = (participants: readonly StoredParticipant[], asOf: number) => (
    <FoundParticipants
      trial={trial}
      permission={permission}
      asOf={asOf}
      participants={participants.filter(({ id }) => only === null || id === only)}
    />
  )
  return (
    <>
      <Title order={2} id="tab-heading" tabIndex={-1} mb="md">
        {only === null ? 'Participants' : 'Participant'}
      </Title>
      {stored !== null && <AgeNotice asOf={stored.as_of} />}
      <Text mb="xs" maw="44rem">
        You can still flag and unflag.
      </Text>
      <RefusedActions trial={trial} permission={permission} />
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

/** The viewer's acts that need the connection, each with its reason. */
function RefusedActions({ trial, permission }: Pick<StoredParticipantsProps, 'trial' | 'permission'>) {
  return (
    <List mb="md" maw="44rem">
      {can(permission, 'randomise') && (
        <List.Item>
          {OFFLINE_REASONS.randomise}
          {trial.contact !== null && ` Contact for this trial: ${trial.contact}`}
        </List.Item>
      )}
      {can(permission, 'unblind') && <List.Item>{OFFLINE_REASONS.unblind}</List.Item>}
      <List.Item>{OFFLINE_REASONS.viewRecord}</List.Item>
      <List.Item>
        {trial.is_managing_packs ? COLUMNS_WITH_PACKS : COLUMNS_WITHOUT_PACKS} when the connection is back.
      </List.Item>
    </List>
  )
}

/** The columns of the list that a device does not store. */
const COLUMNS_WITH_PACKS = 'Date, study group and study pack are shown'
const COLUMNS_WITHOUT_PACKS = 'Date and study group are shown'

type Chosen = { participant: StoredParticipant; wanted: FlagStatusName }
type FoundParticipantsProps = Pick<StoredParticipantsProps, 'trial' | 'permission'> & {
  participants: readonly StoredParticipant[]
  /** When the server answered them, in milliseconds since the epoch, by this device's clock. */
  asOf: number
}

function FoundParticipants({ trial, permission, participants, asOf }: FoundParticipantsProps) {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const withPendingFlags = usePendingFlags()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const matching = participants.filter((participant) => isFound(participant, q)).toReversed()
  return (
    <>
      {participants.length > 1 && (
        <SearchField
          label="Search"
          placeholder={searchPlaceholder(trial)}
          value={q}
          restsAfterMs={0}
          onSearch={(text) =>
            void navigate({ ...paths.participants(trial.id), search: text === '' ? {} : { q: text }, replace: true })
          }
        />
      )}
      {matching.length === 0 ? (
        <EmptyState title="No participants found">
          No match on this device. Search again when you are online.
        </EmptyState>
      ) : (
        <>
          <Text c="dimmed" my="xs" aria-live="polite">
            {formatNumber(Math.min(matching.length, SHOWN_AT_ONCE))} of {formatNumber(participants.length)} participants
          </Text>
          <RecordList
            label="Participants"
            rows={withPendingFlags(matching.slice(0, SHOWN_AT_ONCE), asOf)}
            keyOf={({ id }) => id}
            columns={storedColumns(participantColumns({ trial, permission }))}
            renderActions={
              can(permission, 'flagParticipant')
                ? (participant) => (
                    <StoredFlagButton
                      participant={participant}
                      onFlag={(wanted) => {
                        setChosen({ participant, wanted })
                        setIsOpen(true)
                      }}
                    />
                  )
                : undefined
            }
            isBroad
          />
        </>
      )}
      {chosen !== null && (
        <FlagDialog
          trial={trial}
          participant={{
            ...chosen.participant,
            site: { id: chosen.participant.site_id, title: siteTitleIn(trial, chosen.participant.site_id) },
          }}
          wanted={chosen.wanted}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onClosed={() => {
            setChosen(null)
            focusFirst(storedFlagButtonId(chosen.participant.id))
          }}
        />
      )}
    </>
  )
}

const isFound = ({ trial_sequence_no, participant_id }: StoredParticipant, q: string): boolean =>
  [String(trial_sequence_no), participant_id ?? ''].some((text) => text.toLowerCase().includes(q.toLowerCase()))

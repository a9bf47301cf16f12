import type { StoredParticipant } from '#contract/stored-answers'
import type { FlagStatusName } from '#domain/participants/participant'
import { can } from '#domain/people/permissions'
import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ServerButton } from '../../../device/offline/server-button'
import { StoredCount } from '../../../device/offline/stored-count'
import { paths } from '../../../paths'
import { Dock } from '../../../ui/dock'
import { EmptyState } from '../../../ui/empty-state'
import { focusFirst } from '../../../ui/focus-first'
import { formatNumber } from '../../../ui/format-number'
import { ListTools } from '../../../ui/list-tools'
import { storedColumns } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { SearchField } from '../../../ui/search-field'
import { useIsWide } from '../../../ui/use-is-wide'
import { FlagDialog } from './flag-dialog'
import { participantColumns, siteTitleIn } from './participant-columns'
import { searchPlaceholder } from './search-placeholder'
import { storedFlagButtonId, StoredFlagButton } from './stored-flag-button'
import { StoredLimits } from './stored-limits'
import type { StoredListProps } from './stored-list-props'
import { usePendingFlags } from './use-pending-flags'

/** How many are shown at once; any other is found by typing its number. */
const SHOWN_AT_ONCE = 100

type Chosen = { participant: StoredParticipant; wanted: FlagStatusName }
type FoundStoredParticipantsProps = StoredListProps & {
  participants: readonly StoredParticipant[]
  /** When the server answered them, in milliseconds since the epoch, by this device's clock. */
  asOf: number
  /** Whether they are the device's own, and not the server's of just now. */
  isStored: boolean
}

/** The stored participants that match the search, each with the one act that works without the server. */
export function FoundStoredParticipants(props: FoundStoredParticipantsProps) {
  const { trial, permission, participants, asOf, isStored } = props
  const isWide = useIsWide()
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const withPendingFlags = usePendingFlags()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const matching = participants.filter((participant) => isFound(participant, q)).toReversed()
  return (
    <>
      {participants.length > 1 && (
        <ListTools>
          <SearchField
            label="Search"
            placeholder={searchPlaceholder(trial)}
            value={q}
            restsAfterMs={0}
            isInLine
            onSearch={(text) =>
              void navigate({ ...paths.participants(trial.id), search: text === '' ? {} : { q: text }, replace: true })
            }
          />
          {isWide && <RandomiseWhenOnline permission={permission} />}
        </ListTools>
      )}
      <StoredCount
        count={`${formatNumber(Math.min(matching.length, SHOWN_AT_ONCE))} of ${formatNumber(participants.length)} participants`}
        asOf={isStored ? asOf : null}
      />
      <StoredLimits trial={trial} permission={permission} />
      {matching.length === 0 ? (
        <EmptyState title="No participants found">
          No match on this device. Search again when you are online.
        </EmptyState>
      ) : (
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
        />
      )}
      {!isWide && can(permission, 'randomise') && (
        <Dock>
          <RandomiseWhenOnline permission={permission} />
        </Dock>
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

/** Stands where the button to randomise stands online, and says why it does nothing. */
function RandomiseWhenOnline({ permission }: Pick<StoredListProps, 'permission'>) {
  if (!can(permission, 'randomise')) return null
  return (
    <ServerButton action="randomise" leftSection={<IconUserPlus size={20} aria-hidden="true" />}>
      Randomise a participant
    </ServerButton>
  )
}

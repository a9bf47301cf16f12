import { EXPORTS } from '#domain/reports/export'
import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useChosen } from '../../../action/use-chosen'
import { asOf } from '../../../api/answer-at-hand'
import { ArrangeList } from '../../../desk/arrange-list'
import { BesideList, useHasRoomBeside } from '../../../desk/beside-list'
import { useArrangedColumns } from '../../../desk/arranged-columns'
import { useShownColumns } from '../../../desk/use-shown-columns'
import { useListSearch } from '../../../device/list-search'
import { PagedList } from '../../../device/offline/paged-list'
import { Dock } from '../../../ui/dock'
import { paths } from '../../../paths'
import { focusFirst } from '../../../ui/focus-first'
import { TextLink } from '../../../ui/link-button'
import { listedColumns, sortsOf, storedColumns } from '../../../ui/record-column'
import { useIsWide } from '../../../ui/use-is-wide'
import { participantsExport } from '../../reports/exports/export-addresses'
import { ExportMenu } from '../../reports/exports/export-menu'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialAtHand } from '../../trials/trial/trial-page'
import { participantsSearch } from '../participants-search'
import { WaitingLine } from '../waiting/waiting-line'
import { listedActionsId } from './listed-actions'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { ParticipantActionDialog } from './participant-action-dialog'
import { participantColumns } from './participant-columns'
import { ParticipantFilters } from './participant-filters'
import { ParticipantList } from './participant-list'
import { RandomiseLink, ReasonNotToRandomise } from './randomise-link'
import { StoredLimits } from './stored-limits'
import { useParticipants } from './use-participants'
import { usePendingFlags } from './use-pending-flags'

const ParticipantAtHand = lazy(() =>
  import('./participant-record').then(({ ParticipantAtHand }) => ({ default: ParticipantAtHand })),
)

/** The participants that the viewer may see. Page, size, sort, search and filters are in the address. */
export function ParticipantsTab() {
  const { trial, permission } = useTrialAtHand()
  const paging = useListSearch(participantsSearch)
  const { open, ...query } = paging.search
  const isWide = useIsWide()
  const hasRoomBeside = useHasRoomBeside()
  const every = participantColumns({ trial, permission, beside: hasRoomBeside ? paging.search : undefined })
  const columns = useArrangedColumns('participants', every)
  const shownColumns = useShownColumns('participants', listedColumns(columns))
  const choice = useChosen<ChosenParticipantAction>()
  const participants = useParticipants(trial.id, query)
  const isStored = participants.data?.source === 'device'
  const withPendingFlags = usePendingFlags()
  const exportMenu = !isStored && (
    <ExportMenu
      formats={EXPORTS.participants.formats}
      shown={shownColumns}
      addressOf={(chosen) => participantsExport(trial.id, chosen, query)}
    />
  )
  const list = { trial, permission, onChoose: choice.choose, sorting: paging }
  return (
    <>
      <VisuallyHidden component="div">
        <TabHeading>Participants</TabHeading>
      </VisuallyHidden>
      <ParticipantFilters trial={trial} sorts={sortsOf(every)} paging={paging}>
        <ArrangeList list="participants" trialId={trial.id} search={query} columns={listedColumns(every)} />
        {isWide && exportMenu}
        {isWide && <RandomiseLink />}
      </ParticipantFilters>
      {isStored ? <StoredLimits trial={trial} permission={permission} /> : isWide && <ReasonNotToRandomise />}
      {!isStored && <WaitingLine />}
      <BesideList
        openId={hasRoomBeside && open !== undefined ? Number(open) : null}
        label="Participant"
        onOpen={(id) => paging.showBeside(String(id))}
        onClose={() => paging.showBeside(undefined)}
        pageLink={
          <TextLink {...paths.participant(trial.id, Number(open))} fw={600}>
            Open the whole page
          </TextLink>
        }
        record={
          <Suspense>
            <ParticipantAtHand participantId={Number(open)} isBeside />
          </Suspense>
        }
      >
        <PagedList
          label="Participants"
          query={participants}
          paging={paging}
          none={isStored ? NONE_STORED : NONE}
          columns={listedColumns(columns).length}
        >
          {(shown) =>
            shown.source === 'server' ? (
              <ParticipantList
                {...list}
                columns={columns}
                participants={withPendingFlags(shown.answer.data, asOf(shown))}
              />
            ) : (
              <ParticipantList
                {...list}
                columns={storedColumns(columns)}
                participants={withPendingFlags(shown.answer.data, asOf(shown))}
              />
            )
          }
        </PagedList>
      </BesideList>
      {!isWide && exportMenu}
      {!isWide && (
        <Dock>
          {!isStored && <ReasonNotToRandomise />}
          <RandomiseLink />
        </Dock>
      )}
      <ParticipantActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ participant }) => focusFirst(listedActionsId(participant.id), 'tab-heading')}
      />
    </>
  )
}

const NONE = {
  title: 'No participants found',
  empty: 'Participants appear here once they have been randomised.',
  narrowed: 'No participant matches the search and the filters. Clear them to see them all.',
  showAll: 'Show all participants',
}

const NONE_STORED = {
  ...NONE,
  empty: 'No match on this device. Search again when you are online.',
  narrowed: 'No match on this device. Search again when you are online.',
}

import { EXPORTS } from '#domain/reports/export'
import { VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestedAt } from '../../../api/endpoint-query'
import { participantsExport } from '../../reports/exports/export-addresses'
import { participantsQuery } from '../../../api/participant-queries'
import { participantsSearch } from '../participants-search'
import { ExportMenu } from '../../reports/exports/export-menu'
import { useFallsBackToStored } from '../../../device/offline/use-falls-back-to-stored'
import { useListSearch } from '../../../device/list-search'
import { PagedList } from '../../../device/offline/paged-list'
import { listedColumns, sortsOf } from '../../../ui/record-column'
import { Dock } from '../../../ui/dock'
import { useIsWide } from '../../../ui/use-is-wide'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { listedActionsId } from './listed-actions'
import { ParticipantActionDialog } from './participant-action-dialog'
import { participantColumns } from './participant-columns'
import { ParticipantFilters } from './participant-filters'
import { ParticipantList } from './participant-list'
import { RandomiseLink, WhyNotRandomise } from './randomise-link'
import { StoredParticipants } from './stored-participants'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { useChosen } from '../../../action/use-chosen'
import { usePendingFlags } from './use-pending-flags'
import { focusFirst } from '../../../ui/focus-first'

/** The participants that the viewer may see. Page, size, sort, search and filters are in the address. */
export function ParticipantsTab() {
  const { trial, permission } = useTrialPage()
  const paging = useListSearch(participantsSearch)
  const isWide = useIsWide()
  const columns = participantColumns({ trial, permission })
  const choice = useChosen<ChosenParticipantAction>()
  const participants = useQuery({
    ...participantsQuery(trial.id, paging.search),
    placeholderData: keepPreviousData,
  })
  const withPendingFlags = usePendingFlags()
  const usesStored = useFallsBackToStored(participants)
  if (usesStored) return <StoredParticipants trial={trial} permission={permission} only={null} />
  const exportMenu = (
    <ExportMenu
      formats={EXPORTS.participants.formats}
      addressOf={(format) => participantsExport(trial.id, format, paging.search)}
    />
  )
  return (
    <>
      <VisuallyHidden component="div">
        <TabHeading>Participants</TabHeading>
      </VisuallyHidden>
      <ParticipantFilters trial={trial} sorts={sortsOf(columns)} paging={paging}>
        {isWide && exportMenu}
        {isWide && <RandomiseLink />}
      </ParticipantFilters>
      {isWide && <WhyNotRandomise />}
      <PagedList
        label="Participants"
        query={participants}
        paging={paging}
        none={NONE}
        columns={listedColumns(columns).length}
      >
        {(list) => (
          <ParticipantList
            trial={trial}
            permission={permission}
            columns={columns}
            participants={withPendingFlags(list.data, requestedAt(list))}
            onChoose={choice.choose}
          />
        )}
      </PagedList>
      {!isWide && exportMenu}
      {!isWide && (
        <Dock>
          <WhyNotRandomise />
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

import { EXPORTS } from '#domain/reports/export'
import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestedAt } from '../../../api/endpoint-query'
import { participantsExport } from '../../reports/exports/export-addresses'
import { participantsQuery } from '../../../api/participant-queries'
import { participantsSearch } from '../participants-search'
import { ExportMenu } from '../../reports/exports/export-menu'
import { useFallsBackToStored } from '../../../device/offline/use-falls-back-to-stored'
import { PagedList } from '../../../device/offline/paged-list'
import { listedColumns, sortsOf } from '../../../ui/record-column'
import { usePagedSearch } from '../../../ui/use-paged-search'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { actionMenuId } from './action-menu'
import { ParticipantActionDialog } from './participant-action-dialog'
import { participantColumns } from './participant-columns'
import { ParticipantFilters } from './participant-filters'
import { ParticipantList } from './participant-list'
import { RandomiseLink } from './randomise-link'
import { StoredParticipants } from './stored-participants'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { useChosen } from '../../../action/use-chosen'
import { usePendingFlags } from './use-pending-flags'
import { focusFirst } from '../../../ui/focus-first'

/** The participants that the viewer may see. Page, size, sort, search and filters are in the address. */
export function ParticipantsTab() {
  const { trial, permission } = useTrialPage()
  const paging = usePagedSearch(participantsSearch)
  const columns = participantColumns({ trial, permission })
  const choice = useChosen<ChosenParticipantAction>()
  const participants = useQuery({
    ...participantsQuery(trial.id, paging.search),
    placeholderData: keepPreviousData,
  })
  const withPendingFlags = usePendingFlags()
  const usesStored = useFallsBackToStored(participants)
  if (usesStored) return <StoredParticipants trial={trial} permission={permission} only={null} />
  return (
    <>
      <TabHeading
        actions={
          <Group gap="sm">
            <RandomiseLink />
            <ExportMenu
              formats={EXPORTS.participants.formats}
              addressOf={(format) => participantsExport(trial.id, format, paging.search)}
            />
          </Group>
        }
      >
        Participants
      </TabHeading>
      <ParticipantFilters trial={trial} sorts={sortsOf(columns)} paging={paging} />
      <PagedList
        label="Participants"
        query={participants}
        paging={paging}
        none={NONE}
        columns={listedColumns(columns).length}
        isBroad
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
      <ParticipantActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ participant }) => focusFirst(actionMenuId(participant.id), 'tab-heading')}
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

import { EXPORTS } from '#domain/reports/export'
import { Group, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestedAt } from '../../../api/endpoint-query'
import { participantsExport } from '../../../api/export-queries'
import { participantsQuery } from '../../../api/participant-queries'
import { participantsSearch } from '../participants-search'
import { ExportMenu } from '../../reports/exports/export-menu'
import { StaleView } from '../../../device/offline/query-or-stored-view'
import { useFallsBackToStored } from '../../../device/offline/use-falls-back-to-stored'
import { EmptyState } from '../../../ui/empty-state'
import { LastPageButton, ListPager, PAST_THE_END } from '../../../ui/list-pager'
import { ShowAllButton } from '../../../ui/show-all-button'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { actionMenuId } from './action-menu'
import { ParticipantActionDialog } from './participant-action-dialog'
import { ParticipantFilters } from './participant-filters'
import { ParticipantList } from './participant-list'
import { RandomiseLink } from './randomise-link'
import { StoredParticipants } from './stored-participants'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { useChosen } from '../../../action/use-chosen'
import { usePendingFlags } from './use-pending-flags'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/participants')
type Search = ReturnType<typeof participantsSearch.validate>

/** The participants that the viewer may see. Page, size, sort, search and filters are in the address. */
export function ParticipantsTab() {
  const { trial, permission } = useTrialPage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = participantsSearch.read(search)
  const choice = useChosen<ChosenParticipantAction>()
  const participants = useQuery({ ...participantsQuery(trial.id, search), placeholderData: keepPreviousData })

  const withPendingFlags = usePendingFlags()
  const usesStored = useFallsBackToStored(participants)

  const show = (changes: Partial<Search>, replace = false) =>
    void navigate({ search: (before) => participantsSearch.change(before, { page: '1', ...changes }), replace })

  if (usesStored) return <StoredParticipants trial={trial} permission={permission} only={null} />
  return (
    <>
      <TabHeading
        actions={
          <Group gap="sm">
            <RandomiseLink />
            <ExportMenu
              formats={EXPORTS.participants.formats}
              addressOf={(format) => participantsExport(trial.id, format, search)}
            />
          </Group>
        }
      >
        Participants
      </TabHeading>
      <ParticipantFilters trial={trial} shown={shown} onShow={show} />
      <StaleView query={participants} loading={<ParticipantsSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <NoParticipants
              isNarrowed={isNarrowed(shown)}
              isPastEnd={list.total > 0}
              back={
                <>
                  <LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />
                  <ShowAllButton
                    isNarrowed={isNarrowed(shown) && list.total === 0}
                    onShowAll={() => show({ q: undefined, flag_status: undefined, site_id: undefined })}
                  >
                    Show all participants
                  </ShowAllButton>
                </>
              }
            />
          ) : (
            <>
              <ParticipantList
                trial={trial}
                permission={permission}
                participants={withPendingFlags(list.data, requestedAt(list))}
                isRefreshing={participants.isPlaceholderData}
                onChoose={choice.choose}
              />
              <ListPager
                label="Participants"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </StaleView>
      <ParticipantActionDialog
        trial={trial}
        choice={choice}
        onClosed={({ participant }) => focusOn(actionMenuId(participant.id), 'tab-heading')}
      />
    </>
  )
}

/** Focuses the first of these elements that exists: a filter may have removed a participant whose flag changed. */
const focusOn = (...ids: readonly string[]) =>
  ids
    .map((id) => document.getElementById(id))
    .find((element) => element !== null)
    ?.focus({ preventScroll: true })

const isNarrowed = ({ q, flag_status, site_id }: ReturnType<typeof participantsSearch.read>): boolean =>
  q !== '' || flag_status !== undefined || site_id !== undefined

function NoParticipants({ back, ...why }: { isNarrowed: boolean; isPastEnd: boolean; back: ReactNode }) {
  return (
    <EmptyState title="No participants found" action={back}>
      {whyNone(why)}
    </EmptyState>
  )
}

const whyNone = (why: { isNarrowed: boolean; isPastEnd: boolean }): string => {
  if (why.isPastEnd) return PAST_THE_END
  return why.isNarrowed
    ? 'No participant matches the search and the filters. Clear them to see them all.'
    : 'Participants appear here once they have been randomised.'
}

function ParticipantsSkeleton() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} height="2.75rem" />
      ))}
    </Stack>
  )
}

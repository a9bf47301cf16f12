import { Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { participantsQuery } from '../../../api/participant-queries'
import { participantsSearch } from '../../../app/screen-search'
import { EmptyState } from '../../../ui/empty-state'
import { ListPager, PAST_THE_END } from '../../../ui/list-pager'
import { QueryView } from '../../../ui/query-view'
import { SearchField } from '../../../ui/search-field'
import { SortSelect } from '../../../ui/sort-select'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { ParticipantList } from './participant-list'
import classes from './participants-tab.module.css'
import { RandomiseLink } from './randomise-link'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/participants')
type Search = ReturnType<typeof participantsSearch.validate>

/** The participants that the viewer may see. Page, size, sort and search are in the address. */
export function ParticipantsTab() {
  const { trial } = useTrialPage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = participantsSearch.read(search)
  const participants = useQuery({ ...participantsQuery(trial.id, search), placeholderData: keepPreviousData })

  const show = (changes: Partial<Search>, replace = false) =>
    void navigate({ search: (before) => participantsSearch.change(before, { page: '1', ...changes }), replace })

  return (
    <>
      <TabHeading actions={<RandomiseLink />}>Participants</TabHeading>
      <div className={classes['tools']}>
        <SearchField
          label="Search"
          placeholder={trial.is_participant_id_used ? 'Participant ID or sequence number' : 'Sequence number'}
          value={shown.q}
          onSearch={(q) => show({ q }, true)}
        />
        <SortSelect
          choices={SORTS}
          value={`${shown.sort} ${shown.order}`}
          onSort={({ sort, order }) => show({ sort, order })}
        />
      </div>
      <QueryView query={participants} loading={<ParticipantsSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <NoParticipants isSearched={shown.q !== ''} isPastEnd={list.total > 0} />
          ) : (
            <>
              <ParticipantList trial={trial} participants={list.data} isRefreshing={participants.isPlaceholderData} />
              <ListPager
                label="Participants"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </QueryView>
    </>
  )
}

const SORTS = [
  { sort: 'sequence', order: 'desc', label: 'Sequence, newest first' },
  { sort: 'sequence', order: 'asc', label: 'Sequence, oldest first' },
  { sort: 'date', order: 'desc', label: 'Date, newest first' },
  { sort: 'date', order: 'asc', label: 'Date, oldest first' },
] as const

function NoParticipants({ isSearched, isPastEnd }: { isSearched: boolean; isPastEnd: boolean }) {
  return <EmptyState title="No participants found">{whyNone(isSearched, isPastEnd)}</EmptyState>
}

const whyNone = (isSearched: boolean, isPastEnd: boolean): string => {
  if (isPastEnd) return PAST_THE_END
  return isSearched
    ? 'No participant matches the search. Clear it to see them all.'
    : 'Participants stand here once they have been randomised.'
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

import { canInSystem } from '#domain/people/permissions'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import { readStoredTrials } from '#contract/stored-answers'
import { Button, Collapse, Group, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IconFilter, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { systemPermissionQuery } from '../../../api/session-queries'
import { trialsQuery } from '../../../api/trial-queries'
import { trialsSearch } from '../trials-search'
import { paths } from '../../../paths'
import { QueryOrStoredView } from '../../../device/offline/query-or-stored-view'
import { useQueryOrStored } from '../../../device/offline/use-query-or-stored'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { LastPageButton, ListPager, PAST_THE_END } from '../../../ui/list-pager'
import { NarrowedBy } from '../../../ui/narrowed-by'
import { PageTitle } from '../../../ui/page-title'
import { ShowAllButton } from '../../../ui/show-all-button'
import { SortSelect } from '../../../ui/sort-select'
import { StoredTrialList } from '../../../device/offline/stored-trial-list'
import { TrialFilters } from './trial-filters'
import { TrialList } from './trial-list'

const route = getRouteApi('/signed-in/trials')
type Search = ReturnType<typeof trialsSearch.validate>

/** `/trials`: the trials one may see. Page, size, sort, search and filter are in the address. */
export function TrialsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = trialsSearch.read(search)
  const [areFiltersOpen, setAreFiltersOpen] = useState(shown.q !== '' || shown.status.length > 0)
  const trials = useQueryOrStored(trialsQuery(search), readStoredTrials, { placeholderData: keepPreviousData })

  const show = (changes: Partial<Search>, replace = false) =>
    void navigate({ search: (before) => trialsSearch.change(before, { page: '1', ...changes }), replace })
  const isNarrowed = shown.q !== '' || shown.status.length > 0
  const showAll = () => show({ q: undefined, status: undefined })

  return (
    <>
      <PageTitle
        title="Trials"
        actions={
          <Group gap="sm" align="flex-end">
            <SortSelect
              choices={SORTS}
              value={`${shown.sort} ${shown.order}`}
              onSort={({ sort, order }) => show({ sort, order })}
            />
            <Button
              variant="default"
              aria-expanded={areFiltersOpen}
              aria-controls="trial-filters"
              leftSection={
                areFiltersOpen ? (
                  <IconFilterOff size={20} aria-hidden="true" />
                ) : (
                  <IconFilter size={20} aria-hidden="true" />
                )
              }
              onClick={() => setAreFiltersOpen(!areFiltersOpen)}
            >
              Search/Filter
            </Button>
            <CreateNew />
          </Group>
        }
      />
      <Collapse id="trial-filters" expanded={areFiltersOpen}>
        <TrialFilters
          q={shown.q}
          status={shown.status}
          onSearch={(q) => show({ q }, true)}
          onStatus={(status) => show({ status })}
        />
      </Collapse>
      {!areFiltersOpen && (
        <NarrowedBy
          words={shown.q}
          statuses={shown.status.map((key) => trialStatusOfKey(key)?.name ?? key)}
          clear={SHOW_ALL}
          onClear={showAll}
        />
      )}
      <QueryOrStoredView
        source={trials}
        loading={<TrialListSkeleton />}
        renderStored={({ data }) => <StoredTrialList trials={data} />}
      >
        {(list) =>
          list.data.length === 0 ? (
            <NoTrials
              isNarrowed={isNarrowed}
              isPastEnd={list.total > 0}
              back={
                <>
                  <LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />
                  {/* While the filters are closed, what narrows the list has this button already. */}
                  <ShowAllButton isNarrowed={areFiltersOpen && isNarrowed && list.total === 0} onShowAll={showAll}>
                    {SHOW_ALL}
                  </ShowAllButton>
                </>
              }
            />
          ) : (
            <>
              <TrialList trials={list.data} isRefreshing={trials.query.isPlaceholderData} />
              <ListPager
                label="Trials"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </QueryOrStoredView>
    </>
  )
}

/** Leads whoever may create trials to where it is done. */
function CreateNew() {
  const { data: permission } = useQuery(systemPermissionQuery)
  if (permission === undefined || !canInSystem(permission, 'createTrial')) return null
  return (
    <LinkButton {...paths.newTrial()} leftSection={<IconPlus size={20} aria-hidden="true" />}>
      Create new
    </LinkButton>
  )
}

const SHOW_ALL = 'Show all trials'

const SORTS = [
  { sort: 'id', order: 'asc', label: 'Trial ID, ascending' },
  { sort: 'id', order: 'desc', label: 'Trial ID, descending' },
  { sort: 'title', order: 'asc', label: 'Trial title, ascending' },
  { sort: 'title', order: 'desc', label: 'Trial title, descending' },
] as const

function NoTrials({ isNarrowed, isPastEnd, back }: { isNarrowed: boolean; isPastEnd: boolean; back: ReactNode }) {
  return (
    <EmptyState title="No trials found" action={back}>
      {whyNone(isNarrowed, isPastEnd)}
    </EmptyState>
  )
}

const whyNone = (isNarrowed: boolean, isPastEnd: boolean): string => {
  if (isPastEnd) return PAST_THE_END
  return isNarrowed
    ? 'No trial matches the search and the filter. Clear them to see every trial you have access to.'
    : 'You are not in any trial yet. Ask a trial administrator to add you.'
}

function TrialListSkeleton() {
  return (
    <Stack gap="xs" mt="md" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3rem" />
      ))}
    </Stack>
  )
}

import { canInSystem } from '#domain/people/permissions'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import { Button, Collapse, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconFilter, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { systemPermissionQuery } from '../../../api/session-queries'
import { trialsQuery } from '../../../api/trial-queries'
import { trialsSearch } from '../trials-search'
import { paths } from '../../../paths'
import { ArrangeList } from '../../../desk/arrange-list'
import { useArrangedColumns } from '../../../desk/arranged-columns'
import { useListSearch } from '../../../device/list-search'
import { useAtHand } from '../../../device/offline/use-at-hand'
import { LinkButton } from '../../../ui/link-button'
import { NarrowedBy } from '../../../ui/narrowed-by'
import { PagedList } from '../../../device/offline/paged-list'
import { PageTitle } from '../../../ui/page-title'
import { sortsOf, storedColumns } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { SortSelect } from '../../../ui/sort-select'
import { TRIAL_COLUMNS } from './trial-columns'
import { TrialFilters } from './trial-filters'

/** `/trials`: the trials one may see. Page, size, sort, search and filter are in the address. */
export function TrialsScreen() {
  const paging = useListSearch(trialsSearch)
  const columns = useArrangedColumns('trials', TRIAL_COLUMNS)
  const { search, shown, isNarrowed, show, showAll } = paging
  const [areFiltersOpen, filters] = useDisclosure(isNarrowed)
  const query = useAtHand(trialsQuery(search), { placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle
        title="Trials"
        actions={
          <Group gap="sm" align="flex-end">
            <SortSelect choices={sortsOf(TRIAL_COLUMNS)} shown={shown} onSort={paging.onSort} />
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
              onClick={filters.toggle}
            >
              Search/Filter
            </Button>
            <ArrangeList list="trials" search={search} columns={TRIAL_COLUMNS} />
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
      <PagedList
        label="Trials"
        query={query}
        paging={paging}
        // While the filters are closed, what narrows the list has the button already.
        none={{ ...NONE, showAll: areFiltersOpen ? SHOW_ALL : undefined }}
        columns={columns.length}
      >
        {(shown) =>
          shown.source === 'server' ? (
            <RecordList
              label="Trials"
              rows={shown.answer.data}
              keyOf={({ id }) => id}
              columns={columns}
              sorting={paging}
            />
          ) : (
            <RecordList
              label="Trials"
              rows={shown.answer.data}
              keyOf={({ id }) => id}
              columns={storedColumns(columns)}
              sorting={paging}
            />
          )
        }
      </PagedList>
    </>
  )
}

/** A link to the new trial, for people who may create trials. */
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

const NONE = {
  title: 'No trials found',
  empty: 'You are not in any trial yet. Ask a trial administrator to add you.',
  narrowed: 'No trial matches the search and the filter. Clear them to see every trial you have access to.',
}

import type { Trial } from '#contract/trials'
import { FLAG_STATUSES } from '#domain/participants/participant'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { permittedSitesQuery } from '../../../api/session-queries'
import type { participantsSearch } from '../participants-search'
import type { SortChoice } from '../../../ui/record-column'
import { SearchField } from '../../../ui/search-field'
import { SortSelect } from '../../../ui/sort-select'
import type { PagedSearch } from '../../../ui/use-paged-search'
import { sitesToFilterBy } from './sites-to-filter-by'
import classes from './participant-filters.module.css'
import { searchPlaceholder } from './search-placeholder'

type ParticipantFiltersProps = {
  trial: Trial
  sorts: readonly SortChoice[]
  paging: PagedSearch<ReturnType<typeof participantsSearch.validate>, ReturnType<typeof participantsSearch.read>>
}

/** Filters the participants by text, flag and site, and sorts them. */
export function ParticipantFilters({ trial, sorts, paging }: ParticipantFiltersProps) {
  const { shown, show } = paging
  const { data: permitted } = useQuery(permittedSitesQuery(trial.id))
  const sites = sitesToFilterBy(trial, permitted?.data ?? [])
  return (
    <div className={classes['tools']}>
      <SearchField
        label="Search"
        placeholder={searchPlaceholder(trial)}
        value={shown.q}
        onSearch={(q) => show({ q }, true)}
      />
      <NativeSelect
        label="Flag"
        value={shown.flag_status ?? ''}
        data={[{ value: '', label: 'All' }, ...FLAG_STATUSES]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          show({ flag_status: FLAG_STATUSES.find((status) => status === chosen) })
        }}
      />
      <NativeSelect
        label="Site"
        value={shown.site_id === undefined ? '' : String(shown.site_id)}
        data={[{ value: '', label: 'All' }, ...sites.map(({ id, title }) => ({ value: String(id), label: title }))]}
        onChange={(event) => show({ site_id: event.currentTarget.value || undefined })}
      />
      <SortSelect choices={sorts} shown={shown} onSort={paging.onSort} />
    </div>
  )
}

import type { Trial } from '#contract/trials'
import { FLAG_STATUSES } from '#domain/participants/participant'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { permittedSitesQuery } from '../../../api/session-queries'
import type { participantsSearch } from '../participants-search'
import { SearchField } from '../../../ui/search-field'
import { SortSelect } from '../../../ui/sort-select'
import { sitesToFilterBy } from './sites-to-filter-by'
import classes from './participant-filters.module.css'
import { searchPlaceholder } from './search-placeholder'

type ParticipantFiltersProps = {
  trial: Trial
  shown: ReturnType<typeof participantsSearch.read>
  /** Shows the list with these changes; `replace` adds no history entry for each typed letter. */
  onShow: (changes: ReturnType<typeof participantsSearch.validate>, replace?: boolean) => void
}

/** Filters the participants by text, flag and site, and sorts them. */
export function ParticipantFilters({ trial, shown, onShow }: ParticipantFiltersProps) {
  const { data: permitted } = useQuery(permittedSitesQuery(trial.id))
  const sites = sitesToFilterBy(trial, permitted?.data ?? [])
  return (
    <div className={classes['tools']}>
      <SearchField
        label="Search"
        placeholder={searchPlaceholder(trial)}
        value={shown.q}
        onSearch={(q) => onShow({ q }, true)}
      />
      <NativeSelect
        label="Flag"
        value={shown.flag_status ?? ''}
        data={[{ value: '', label: 'All' }, ...FLAG_STATUSES]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onShow({ flag_status: FLAG_STATUSES.find((status) => status === chosen) })
        }}
      />
      <NativeSelect
        label="Site"
        value={shown.site_id === undefined ? '' : String(shown.site_id)}
        data={[{ value: '', label: 'All' }, ...sites.map(({ id, title }) => ({ value: String(id), label: title }))]}
        onChange={(event) => onShow({ site_id: event.currentTarget.value || undefined })}
      />
      <SortSelect
        choices={SORTS}
        value={`${shown.sort} ${shown.order}`}
        onSort={({ sort, order }) => onShow({ sort, order })}
      />
    </div>
  )
}

const SORTS = [
  { sort: 'sequence', order: 'desc', label: 'Sequence, newest first' },
  { sort: 'sequence', order: 'asc', label: 'Sequence, oldest first' },
  { sort: 'date', order: 'desc', label: 'Date, newest first' },
  { sort: 'date', order: 'asc', label: 'Date, oldest first' },
] as const

import { FLAG_STATUSES, participantIdLabel } from '#domain/participants/participant'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { permittedSitesQuery } from '../../../api/session-queries'
import type { TrialAtHand } from '../../trials/trial/trial-page'
import type { participantsSearch } from '../participants-search'
import { ListFilter } from '../../../ui/list-filter'
import { ListTools } from '../../../ui/list-tools'
import type { SortChoice } from '../../../ui/record-column'
import { SearchField } from '../../../ui/search-field'
import { SortSelect } from '../../../ui/sort-select'
import type { PagedSearch } from '../../../ui/use-paged-search'
import { sitesToFilterBy } from './sites-to-filter-by'

type ParticipantFiltersProps = {
  trial: TrialAtHand
  sorts: readonly SortChoice[]
  paging: PagedSearch<ReturnType<typeof participantsSearch.validate>, ReturnType<typeof participantsSearch.read>>
  /** The actions at the end of the line. */
  children: ReactNode
}

/** The tools of the list in one line: the search, the filters by flag and site with the order, and the actions. */
export function ParticipantFilters({ trial, sorts, paging, children }: ParticipantFiltersProps) {
  const { shown, show } = paging
  const { data: permitted } = useQuery(permittedSitesQuery(trial.id))
  const sites = sitesToFilterBy(trial, permitted?.data ?? [])
  const isAddressed = useLocation({ select: ({ hash }) => hash === 'search' })
  const set = [shown.flag_status, shown.site_id].filter((value) => value !== undefined)
  return (
    <ListTools>
      <SearchField
        label="Search"
        placeholder={searchPlaceholder(trial)}
        value={shown.q}
        isInLine
        isAddressed={isAddressed}
        onSearch={(q) => show({ q }, true)}
      />
      <ListFilter count={set.length} onClear={() => show({ flag_status: undefined, site_id: undefined })}>
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
      </ListFilter>
      {children}
    </ListTools>
  )
}

/** The searched fields of a list of participants, with the trial's own label of IDs. */
const searchPlaceholder = (trial: { is_participant_id_used: boolean; participant_id_label: string | null }): string =>
  trial.is_participant_id_used ? `${participantIdLabel(trial)} or sequence number` : 'Sequence number'

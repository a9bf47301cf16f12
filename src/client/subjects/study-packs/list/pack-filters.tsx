import type { TrialAtHand } from '../../trials/trial/trial-page'
import type { PACK_EXPIRIES, PackFilter } from '#domain/study-packs/study-pack-filter'
import type { PackOrder } from '#domain/study-packs/study-pack-sorts'
import { NativeSelect } from '@mantine/core'
import type { studyPacksSearch } from '../study-packs-search'
import { ListFilter } from '../../../ui/list-filter'
import { SearchField } from '../../../ui/search-field'
import type { SortChoice } from '../../../ui/record-column'
import type { Sorting } from '../../../ui/sort-heading'
import { SortSelect } from '../../../ui/sort-select'
import { PackStatusFilter } from './pack-status-filter'

/** The packs are in memory, so the list follows the typing. */
const RESTS_AFTER_MS = 80

type PackFiltersProps = {
  trial: TrialAtHand
  batches: readonly string[]
  /** The study groups in the filter; empty for people who may not know them. */
  groups: readonly { id: number; name: string }[]
  shown: PackFilter
  sorts: readonly SortChoice[]
  sorting: { shown: PackOrder; onSort: Sorting['onSort'] }
  /** Shows the list with these changes; `replace` adds no history entry for each typed letter. */
  onShow: (changes: ReturnType<typeof studyPacksSearch.validate>, replace?: boolean) => void
}

/** Searches the packs, and narrows them by status, site, batch, expiry and, for people who may know it, study group. */
export function PackFilters({ trial, batches, groups, shown, sorts, sorting, onShow }: PackFiltersProps) {
  return (
    <>
      <SearchField
        label="Search"
        placeholder="Pack ID, batch or participant"
        value={shown.q}
        restsAfterMs={RESTS_AFTER_MS}
        isInLine
        onSearch={(q) => onShow({ q }, true)}
      />
      <ListFilter count={setFilters(shown)} onClear={() => onShow(NO_FILTER)}>
        <PackStatusFilter shown={shown.status} onShow={(status) => onShow({ status })} />
        <Select
          label="Site"
          value={shown.site_id}
          choices={[
            ...trial.sites.map(({ id, title }) => ({ value: String(id), label: title })),
            { value: 'none', label: 'Without a site' },
          ]}
          onChoose={(site_id) => onShow({ site_id })}
        />
        <Select
          label="Batch"
          value={shown.batch_id}
          choices={batches.map((batch) => ({ value: batch, label: batch }))}
          onChoose={(batch_id) => onShow({ batch_id })}
        />
        <Select
          label="Expiry date"
          value={shown.expiry}
          choices={EXPIRIES}
          onChoose={(value) => onShow({ expiry: EXPIRIES.find((one) => one.value === value)?.value })}
        />
        {groups.length > 0 && (
          <Select
            label="Study group"
            value={shown.study_group_id}
            choices={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChoose={(study_group_id) => onShow({ study_group_id })}
          />
        )}
        <SortSelect choices={sorts} shown={sorting.shown} onSort={sorting.onSort} />
      </ListFilter>
    </>
  )
}

const NO_FILTER = {
  status: undefined,
  site_id: undefined,
  batch_id: undefined,
  expiry: undefined,
  study_group_id: undefined,
} as const

/** How many fields narrow the list beside the search. */
const setFilters = ({ q: _q, status, ...fields }: PackFilter): number =>
  (status.length > 0 ? 1 : 0) + Object.values(fields).filter((value) => value !== undefined).length

const EXPIRIES = [
  { value: 'past', label: 'Past' },
  { value: 'allocatable_30_days', label: 'Last day of allocation within 30 days' },
  { value: 'within_30_days', label: 'Within 30 days' },
  { value: 'within_90_days', label: 'Within 90 days' },
  { value: 'later', label: 'Later than 90 days' },
  { value: 'never', label: 'Never expires' },
] as const satisfies readonly { value: (typeof PACK_EXPIRIES)[number]; label: string }[]

type SelectProps = {
  label: string
  value: string | number | undefined
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}

function Select({ label, value = '', choices, onChoose }: SelectProps) {
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      data={[{ value: '', label: 'All' }, ...choices]}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    />
  )
}

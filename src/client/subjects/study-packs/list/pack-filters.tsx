import type { Trial } from '#contract/trials'
import type { PACK_EXPIRIES, PackFilter } from '#domain/study-packs/study-pack-filter'
import { NativeSelect } from '@mantine/core'
import type { studyPacksSearch } from '../study-packs-search'
import { SearchField } from '../../../ui/search-field'
import classes from './pack-filters.module.css'
import { PackStatusFilter } from './pack-status-filter'

/** The packs are at hand, so the list follows the fingers. */
const RESTS_AFTER_MS = 80

type PackFiltersProps = {
  trial: Trial
  batches: readonly string[]
  /** The study groups that packs can be narrowed by; empty for those who may not know them. */
  groups: readonly { id: number; name: string }[]
  shown: PackFilter
  /** Shows the list with these changes; `replace` keeps every letter typed out of the history. */
  onShow: (changes: ReturnType<typeof studyPacksSearch.validate>, replace?: boolean) => void
}

/** Narrows the packs by text, status, site, batch, expiry and, for those who may know it, study group. */
export function PackFilters({ trial, batches, groups, shown, onShow }: PackFiltersProps) {
  return (
    <div className={classes['tools']}>
      <div className={classes['search']}>
        <SearchField
          label="Search"
          placeholder="Pack ID, batch or participant"
          value={shown.q}
          restsAfterMs={RESTS_AFTER_MS}
          onSearch={(q) => onShow({ q }, true)}
        />
      </div>
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
    </div>
  )
}

const EXPIRIES = [
  { value: 'past', label: 'Past' },
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

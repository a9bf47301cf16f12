import { idInAddress } from '#contract/fields'
import { AUDIT_KIND_NAMES } from '#domain/audit/audit-kind'
import { AUDIT_TITLES } from '#domain/audit/audit-kind-words'
import { Button, Collapse, Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import * as v from 'valibot'
import type { auditSearch } from './audit-search'
import { DayInput } from '../../ui/day-input'
import { readDay } from '../../ui/read-day'
import classes from './audit-filters.module.css'

type AuditFiltersProps = {
  shown: ReturnType<typeof auditSearch.read>
  /** The time zone of the days. */
  zone: string
  onShow: (changes: ReturnType<typeof auditSearch.validate>) => void
  /** The content at the end of the line. */
  children: ReactNode
}

/** Narrows the log by words and subjects, all at once when Search is pressed. */
export function AuditFilters({ shown, zone, onShow, children }: AuditFiltersProps) {
  const filters = draftOf(shown)
  const [draft, setDraft] = useState(filters)
  const [searched, setSearched] = useState(filters)
  const [isOpen, setIsOpen] = useState(isNarrowed(filters))
  const [isTried, setIsTried] = useState(false)
  // Back and forward change the address without the form.
  if (JSON.stringify(filters) !== JSON.stringify(searched)) {
    setSearched(filters)
    setDraft(filters)
  }
  const faultOf = (field: IdField) =>
    isTried && draft[field].trim() !== '' && !v.is(idInAddress, draft[field].trim())
      ? 'Must be a whole number from 1'
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    const isFaulty =
      ID_FIELDS.some(({ field }) => draft[field].trim() !== '' && !v.is(idInAddress, draft[field].trim())) ||
      DAY_FIELDS.some(({ field }) => draft[field] !== '' && readDay(draft[field]) === null)
    if (isFaulty) return setIsOpen(true)
    onShow(searchOfDraft(draft))
  }
  const FilterIcon = isOpen ? IconFilterOff : IconFilter
  return (
    <search>
      <form noValidate onSubmit={submit} className={classes['form']}>
        <Group align="flex-end" gap="sm">
          <TextInput
            className={classes['term']}
            type="search"
            label="Search"
            placeholder="Enter search term..."
            value={draft.q}
            onChange={(event) => setDraft({ ...draft, q: event.currentTarget.value })}
            maxLength={255}
            autoComplete="off"
          />
          <Button type="submit" leftSection={<IconSearch size={20} aria-hidden="true" />}>
            Search
          </Button>
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-controls="audit-filters"
            leftSection={<FilterIcon size={20} aria-hidden="true" />}
            onClick={() => setIsOpen(!isOpen)}
          >
            Filters
          </Button>
          {(isNarrowed(filters) || filters.q !== '') && (
            <Button variant="subtle" onClick={() => onShow(searchOfDraft(draftOf(null)))}>
              Clear the search
            </Button>
          )}
          {children}
        </Group>
        <Collapse id="audit-filters" expanded={isOpen}>
          <div className={classes['filters']}>
            {ID_FIELDS.map(({ field, label }) => (
              <TextInput
                key={field}
                label={label}
                inputMode="numeric"
                value={draft[field]}
                error={faultOf(field)}
                onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
                autoComplete="off"
              />
            ))}
            <TextInput
              label="Study pack ID"
              value={draft.pack_id}
              onChange={(event) => setDraft({ ...draft, pack_id: event.currentTarget.value })}
              maxLength={255}
              autoComplete="off"
            />
            {DAY_FIELDS.map(({ field, label }) => (
              <DayInput
                key={field}
                label={label}
                description={`In ${zone}`}
                value={draft[field]}
                onChange={(day) => setDraft({ ...draft, [field]: day })}
              />
            ))}
            <Select
              label="Review"
              data={REVIEW_STATUSES}
              allowDeselect={false}
              value={draft.review_status ?? 'all'}
              onChange={(chosen) =>
                setDraft({
                  ...draft,
                  review_status: chosen === 'reviewed' || chosen === 'unreviewed' ? chosen : undefined,
                })
              }
            />
            <MultiSelect
              className={classes['kinds']}
              classNames={{ inputField: classes['kindsInput'] ?? '' }}
              label="Kinds of action"
              placeholder={draft.kind.length === 0 ? 'All' : ''}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the kinds of action' }}
              data={KINDS}
              value={draft.kind}
              onChange={(kinds) =>
                setDraft({ ...draft, kind: AUDIT_KIND_NAMES.filter((kind) => kinds.includes(kind)) })
              }
            />
          </div>
        </Collapse>
      </form>
    </search>
  )
}

const KINDS = AUDIT_KIND_NAMES.map((kind) => ({ value: kind, label: AUDIT_TITLES[kind] }))

const REVIEW_STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'unreviewed', label: 'Not reviewed' },
  { value: 'reviewed', label: 'Reviewed' },
]

const ID_FIELDS = [
  { field: 'user_id', label: 'User ID' },
  { field: 'trial_id', label: 'Trial number' },
  { field: 'participant', label: 'Participant’s sequence number' },
] as const
type IdField = (typeof ID_FIELDS)[number]['field']

const DAY_FIELDS = [
  { field: 'from', label: 'From' },
  { field: 'to', label: 'To' },
] as const

const TEXT_FIELDS = ['q', 'user_id', 'trial_id', 'participant', 'pack_id', 'from', 'to'] as const

/** The search of the form as the address has it: trimmed, without empty fields. */
const searchOfDraft = (draft: ReturnType<typeof draftOf>) => ({
  ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, draft[field].trim() || undefined])),
  review_status: draft.review_status,
  kind: draft.kind,
})

/** The texts of the form from the address; empty for null. */
const draftOf = (shown: AuditFiltersProps['shown'] | null) => ({
  q: shown?.q ?? '',
  user_id: String(shown?.user_id ?? ''),
  trial_id: String(shown?.trial_id ?? ''),
  participant: String(shown?.participant ?? ''),
  pack_id: shown?.pack_id ?? '',
  from: shown?.from ?? '',
  to: shown?.to ?? '',
  review_status: shown?.review_status,
  kind: shown?.kind ?? [],
})

const isNarrowed = ({ q: _q, kind, review_status, ...texts }: ReturnType<typeof draftOf>): boolean =>
  kind.length > 0 || review_status !== undefined || Object.values(texts).some((text) => text !== '')

import { HOME_PAGE_SIZE } from '#contract/trials'
import { NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf, messageOf } from '../../../api/failure'
import { answerOfServer } from '../../../api/answer-at-hand'
import { trialQuery, trialsQuery } from '../../../api/trial-queries'

type PlaceFieldProps = {
  value: number | null
  error: ReactNode
  onChange: (id: number | null) => void
}

/** Every trial that the viewer may see, to choose from. */
const choosableTrialsQuery = trialsQuery({ page_size: String(HOME_PAGE_SIZE), sort: 'title' })

/** How many trials are shown at once; typing finds others. */
const SHOWN_AT_ONCE = 100

/** The trial of a permission, found by its title. */
export function TrialField({ value, error, onChange }: PlaceFieldProps) {
  const trials = useQuery({ ...choosableTrialsQuery, select: answerOfServer })
  return (
    <Select
      label="Trial"
      required
      searchable
      limit={SHOWN_AT_ONCE}
      nothingFoundMessage="No trial has this title"
      placeholder="Choose a trial"
      value={value === null ? null : String(value)}
      data={(trials.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: `${title} (${id})` }))}
      error={error ?? loadErrorOf(trials.error)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}

/** The site of a permission: one that still takes part in the trial, or the present one. */
export function SiteField({ trialId, value, error, onChange }: PlaceFieldProps & { trialId: number }) {
  const trial = useQuery({ ...trialQuery(trialId), select: answerOfServer })
  const sites = (trial.data?.sites ?? []).filter(({ id, is_deleted }) => !is_deleted || id === value)
  return (
    <NativeSelect
      label="Site"
      required
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: 'Choose a site' },
        ...sites.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      error={error ?? loadErrorOf(trial.error)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    />
  )
}

const loadErrorOf = (error: unknown): string | undefined => {
  const failure = failureOf(error)
  return failure === null ? undefined : `The trials and sites could not be loaded: ${messageOf(failure)}`
}

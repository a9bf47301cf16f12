import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChosenSite, OfferedSite } from './answers'

type SiteFieldProps = {
  sites: readonly OfferedSite[]
  chosenAlready: ChosenSite | null
  /** The id of the chosen site, or an empty text. */
  value: string
  error: ReactNode
  onChange: (site: string) => void
}

/** The choice of the site, which marks a preselected one. */
export function SiteField({ sites, chosenAlready, value, error, onChange }: SiteFieldProps) {
  const isPreset = chosenAlready !== null && value === String(chosenAlready.id)
  const notes = [
    ...(isPreset ? [CHOICE_WORDS[chosenAlready.because]] : []),
    ...(sites.some(({ awaitsOpening }) => awaitsOpening)
      ? ['Sites that have not been opened yet cannot be chosen.']
      : []),
  ]
  return (
    <Select
      label="Site"
      required
      searchable={sites.length > 1}
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
      allowDeselect={false}
      placeholder="Choose a site"
      nothingFoundMessage="No site has this name"
      description={notes.length > 0 ? notes.join(' ') : undefined}
      data={sites.map(({ id, title, awaitsOpening }) => ({
        value: String(id),
        label: awaitsOpening ? `${title} (not opened yet)` : title,
        disabled: awaitsOpening,
      }))}
      value={value === '' ? null : value}
      error={error}
      onChange={(site) => onChange(site ?? '')}
    />
  )
}

const CHOICE_WORDS: Record<ChosenSite['because'], string> = {
  only: 'Already chosen: this is your only site in this trial.',
  last: 'Already chosen: you used this site last on this device.',
}

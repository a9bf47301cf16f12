import type { Trial } from '#contract/trials'
import { NativeSelect } from '@mantine/core'

type TransferFieldProps = {
  sites: Trial['sites']
  /** The site that the packs are at. */
  origin: number
  chosen: number | null
  isMissing: boolean
  onChoose: (siteId: number | null) => void
}

/** The site to which packs are transferred: one that takes part, other than their own. */
export function TransferField({ sites, origin, chosen, isMissing, onChoose }: TransferFieldProps) {
  const offered = sites
    .filter(({ is_deleted }) => !is_deleted)
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en-GB'))
  return (
    <NativeSelect
      label="To site"
      description={`From ${sites.find(({ id }) => id === origin)?.title ?? `site ${origin}`}`}
      required
      data-autofocus
      value={chosen === null ? '' : String(chosen)}
      error={isMissing ? 'Please choose the destination site' : null}
      data={[
        { value: '', label: 'Choose a site' },
        ...offered.map(({ id, title }) => ({
          value: String(id),
          label: id === origin ? `${title} (current site)` : title,
          disabled: id === origin,
        })),
      ]}
      onChange={(event) => onChoose(Number(event.currentTarget.value) || null)}
    />
  )
}

import type { Trial } from '#contract/trials'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { Instant } from '../../../../ui/instant'
import { AddButton, RemoveButton } from '../../../../ui/row-buttons'
import { WholeNumberInput } from '../../../../ui/whole-number-input'
import { isSameRow } from '../same-props'
import { RowsExplained, rowsExplainedId } from '../rows-explained'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'
import { blankSite } from '../trial-form-values'

/** The sites of the trial. A saved site is never removed: it only no longer takes part. */
export function SitesSection({ form, subject }: SectionProps) {
  const { sites, is_managing_packs } = form.values
  return (
    <>
      <RowsExplained
        list="sites"
        fields={[
          'title',
          'max_participants',
          ...(is_managing_packs ? (['low_pack_level'] as const) : []),
          ...(subject.trial === null ? [] : (['is_deleted'] as const)),
        ]}
      />
      <div className={classes['rows']}>
        {sites.map((_site, place) => (
          <SiteFields key={place} form={form} place={place} trial={subject.trial} isManagingPacks={is_managing_packs} />
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem('sites', blankSite())}>Add a site</AddButton>
    </>
  )
}

type SiteFieldsProps = Pick<SectionProps, 'form'> & { place: number; trial: Trial | null; isManagingPacks: boolean }

const SiteFields = memo(function SiteFields({ form, place, trial, isManagingPacks }: SiteFieldsProps) {
  const { id = null, title = '' } = form.values.sites[place] ?? {}
  return (
    <fieldset aria-label={`Site ${place + 1}`} aria-describedby={rowsExplainedId('sites')} className={classes['row']}>
      <TextInput
        className={classes['name']}
        label="Name"
        required
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps(`sites.${place}.title`)}
      />
      <WholeNumberInput label="Most participants" w="9rem" {...form.getInputProps(`sites.${place}.max_participants`)} />
      {isManagingPacks && (
        <WholeNumberInput label="Low pack level" w="9rem" {...form.getInputProps(`sites.${place}.low_pack_level`)} />
      )}
      {id === null ? (
        <RemoveButton
          name={title === '' ? `site ${place + 1}` : title}
          onRemove={() => form.removeListItem('sites', place)}
        />
      ) : (
        <Checkbox
          label="No longer takes part"
          {...form.getInputProps(`sites.${place}.is_deleted`, { type: 'checkbox' })}
        />
      )}
      <WhetherOpened trial={trial} siteId={id} />
    </fieldset>
  )
}, isSameRow('sites'))

/** When and by whom a site was opened, in a trial that opens them one by one; the overview opens them. */
function WhetherOpened({ trial, siteId }: { trial: Trial | null; siteId: number | null }) {
  const site = trial?.is_opening_sites === true ? trial.sites.find(({ id }) => id === siteId) : undefined
  if (trial === null || site === undefined || site.is_deleted) return null
  const { opened_at = null, opened_by = null } = site
  return (
    <Text size="sm" c={opened_at === null ? 'amber' : 'dimmed'} className={classes['note']}>
      {opened_at === null ? (
        'Not opened yet'
      ) : (
        <>
          Opened <Instant at={opened_at} zone={trial.selected_timezone} />
          {opened_by !== null && ` by ${opened_by.name}`}
        </>
      )}
    </Text>
  )
}

import { Checkbox, TextInput } from '@mantine/core'
import { AddButton, RemoveButton } from '../../ui/row-buttons'
import { WholeNumberInput } from '../../ui/whole-number-input'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'
import { blankSite } from '../trial-form-values'

/** Where participants are randomised. A site that was saved is never removed: it only takes part no longer. */
export function SitesSection({ form }: SectionProps) {
  const { sites, is_managing_packs } = form.values
  return (
    <>
      <div className={classes['rows']}>
        {sites.map((site, place) => (
          <fieldset key={place} aria-label={`Site ${place + 1}`} className={classes['row']}>
            <TextInput
              className={classes['name']}
              label="Name"
              required
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps(`sites.${place}.title`)}
            />
            {is_managing_packs && (
              <WholeNumberInput
                label="Low pack level"
                w="9rem"
                {...form.getInputProps(`sites.${place}.low_pack_level`)}
              />
            )}
            {site.id === null ? (
              <RemoveButton
                what={site.title === '' ? `site ${place + 1}` : site.title}
                onRemove={() => form.removeListItem('sites', place)}
              />
            ) : (
              <Checkbox
                label="No longer takes part"
                {...form.getInputProps(`sites.${place}.is_deleted`, { type: 'checkbox' })}
              />
            )}
          </fieldset>
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem('sites', blankSite())}>Add a site</AddButton>
    </>
  )
}

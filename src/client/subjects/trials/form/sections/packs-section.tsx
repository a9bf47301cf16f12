import { Text } from '@mantine/core'
import { CheckField, WholeNumberField } from '../form-fields'
import type { SectionProps } from '../section-props'

/** Whether study packs are allocated with the groups; all else applies only then. */
export function PacksSection({ form, subject: { isBlinded } }: SectionProps) {
  return (
    <>
      <CheckField
        form={form}
        field="is_managing_packs"
        disabled={isBlinded}
        description="A pack of the participant's group is allocated when they are randomised."
      />
      {isBlinded && <Text c="dimmed">You are blinded, so you cannot change the settings that are greyed out.</Text>}
      {form.values.is_managing_packs && (
        <>
          <div>
            <CheckField
              form={form}
              field="is_site_managing_packs"
              disabled={isBlinded}
              description="Packs are allocated from the site's own stock only."
            />
            <CheckField
              form={form}
              field="is_confirmable"
              description="The person who dispenses types the three digits from the label."
            />
            <CheckField form={form} field="is_dispense_checked" />
          </div>
          <WholeNumberField
            form={form}
            field="least_active_packs"
            disabled={isBlinded}
            description="A blinded person must leave a site at least this many active packs, or none, or all. At least 4."
          />
          <WholeNumberField
            form={form}
            field="pack_alert_level"
            description="Alert when this many packs or fewer can be allocated. Levels for single sites are set under Sites."
          />
        </>
      )}
    </>
  )
}

import { CheckField, WholeNumberField } from '../form-fields'
import type { SectionProps } from '../section-props'

/** Whether study packs are allocated with the groups; all else applies only then. */
export function PacksSection({ form }: SectionProps) {
  return (
    <>
      <CheckField
        form={form}
        field="is_managing_packs"
        description="A pack of the participant's group is allocated when they are randomised."
      />
      {form.values.is_managing_packs && (
        <>
          <div>
            <CheckField
              form={form}
              field="is_site_managing_packs"
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
            description="A blinded person may not leave a site with fewer active packs than this, except none or all. Fewer would reveal study groups. At least 4."
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

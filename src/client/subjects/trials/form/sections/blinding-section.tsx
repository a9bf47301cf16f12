import { CheckField } from '../form-fields'
import type { SectionProps } from '../section-props'

/** Whose permissions in the trial must be blinded, and what unblinding asks for. */
export function BlindingSection({ form }: SectionProps) {
  return (
    <div>
      <CheckField
        form={form}
        field="is_blinded_investigators"
        description="Trial administrators (investigators) must be blinded. Add a label to every study group."
      />
      <CheckField
        form={form}
        field="is_blinded_users"
        description="Users and viewers of the trial and its sites must be blinded. Add a label to every study group."
      />
      <CheckField
        form={form}
        field="is_unblinding_reauthenticated"
        description="People sign in again before they unblind. While the sign-in provider is down, no one can unblind. Leave this off if an emergency must not wait."
      />
    </div>
  )
}

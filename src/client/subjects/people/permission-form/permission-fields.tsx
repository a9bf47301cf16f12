import type { Role } from '#domain/people/permissions'
import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { BLINDINGS, changed, fieldsTaken, type Blinding, type PermissionValues } from './permission-values'
import { SiteField, TrialField } from './place-fields'

type PermissionFieldsProps = {
  values: PermissionValues
  roles: readonly Role[]
  isTrialFixed: boolean
  /** The trial requires people with this role to be blinded. */
  isBlindingRequired: boolean
  /** The fault of a field, by its name on the wire. */
  faults: FormErrors
  onChange: (values: PermissionValues) => void
}

/** The fields of a permission, without those that its role or blinding does not use. */
export function PermissionFields(props: PermissionFieldsProps) {
  const { values, roles, isTrialFixed, isBlindingRequired, faults, onChange } = props
  const takes = fieldsTaken(values)
  const change = (part: Partial<PermissionValues>) => onChange(changed(values, part))
  return (
    <Stack gap="md">
      <NativeSelect
        label="Role"
        required
        data-autofocus
        value={values.role_id === null ? '' : String(values.role_id)}
        data={roles.map(({ id, title }) => ({ value: String(id), label: title }))}
        error={faults['role_id']}
        onChange={(event) => change({ role_id: Number(event.currentTarget.value) })}
      />
      {takes.trial && !isTrialFixed && (
        <TrialField value={values.trial_id} error={faults['trial_id']} onChange={(trial_id) => change({ trial_id })} />
      )}
      {takes.site && values.trial_id !== null && (
        <SiteField
          trialId={values.trial_id}
          value={values.site_id}
          error={faults['site_id']}
          onChange={(site_id) => change({ site_id })}
        />
      )}
      <Radio.Group
        label="Blinding level"
        {...(isBlindingRequired && { description: 'This trial requires this role to be blinded.' })}
        value={values.blinding}
        error={faults['is_blinded_whole']}
        onChange={(chosen) => change({ blinding: BLINDINGS.find((one) => one === chosen) ?? 'unblinded' })}
      >
        <Stack gap="xs" mt="xs">
          {BLINDINGS.map((blinding) => (
            <Radio
              key={blinding}
              value={blinding}
              disabled={isBlindingRequired && blinding === 'unblinded'}
              {...BLINDING_WORDS[blinding]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {takes.packs && (
        <Checkbox
          label="Delegated pack management"
          description="Can manage study packs."
          checked={values.has_study_packs_access}
          onChange={(event) => change({ has_study_packs_access: event.currentTarget.checked })}
        />
      )}
      {takes.unblind && (
        <Checkbox
          label="Delegated unblind"
          description="Can unblind a participant in an emergency."
          checked={values.is_unblind_authorized}
          onChange={(event) => change({ is_unblind_authorized: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

/** The names of the levels of blinding, and their meaning. */
export const BLINDING_WORDS: Record<Blinding, { label: string; description: string }> = {
  unblinded: { label: 'Unblinded', description: 'Sees study groups by name.' },
  label_replacement: {
    label: 'Label replacement',
    description: 'Sees the label of each study group, not its name.',
  },
  full: { label: 'Full', description: 'Cannot see study groups.' },
}

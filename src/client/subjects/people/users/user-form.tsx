import { newUser, type NewUser } from '#contract/user-accounts'
import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ServerButton } from '../../../device/offline/server-button'
import { TimeZoneField } from '../../../action/time-zone-field'
import { ProfileChangedMeanwhile } from '../profile-form/profile-changed-meanwhile'
import { PROFILE_FIELDS, type ProfileDraft } from '../profile-form/profile-draft'
import { useFollowedProfile } from '../profile-form/use-followed-profile'
import { UnsavedGuard } from '../../../action/leave-guard'
import { useSchemaForm } from '../../../action/use-schema-form'
import { ActionRefused } from '../../../action/action-refused'

type UserFormProps = {
  /** The stored values, or empty ones. */
  stored: ProfileDraft
  /** The form's own last save. */
  saved?: ProfileDraft | null
  submit: string
  icon: ReactNode
  /** The title of a refusal. */
  refusedTitle: string
  error: unknown
  isSending: boolean
  /** Whether the outcome of the last save is unknown. */
  isUnknown: boolean
  /** Gets the address that the form was filled with, too. */
  onSubmit: (user: NewUser, seenEmail: string) => void
}

/** Name, email address and time zone of a new or existing user. */
export function UserForm({ stored, saved = null, submit, icon, refusedTitle, onSubmit, ...sending }: UserFormProps) {
  const { error, isSending, isUnknown } = sending
  const { form, isDirty, submit: submitted } = useSchemaForm(newUser, stored, error)
  const changed = useFollowedProfile(form, { stored, saved, isHeld: isSending || isUnknown })
  return (
    <form noValidate onSubmit={submitted((user) => onSubmit(user, form.getInitialValues().email))}>
      <UnsavedGuard isDirty={isDirty} />
      <Stack gap="md" maw="32rem">
        <TextInput
          label="Name"
          required
          autoComplete="off"
          maxLength={255}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Email address"
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TimeZoneField key={form.key('selected_timezone')} {...form.getInputProps('selected_timezone')} />
        {changed !== null && isDirty && <ProfileChangedMeanwhile stored={stored} {...changed} />}
        <ActionRefused title={refusedTitle} error={error} shownFields={PROFILE_FIELDS} />
        <Group>
          <ServerButton action="manageUsers" type="submit" leftSection={icon} loading={isSending}>
            {submit}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  )
}

import { newUser, type NewUser } from '#contract/user-accounts'
import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ServerButton } from '../../../device/offline/server-button'
import { TimeZoneField } from '../../../action/time-zone-field'
import type { ProfileDraft } from '../profile-form/profile-draft'
import { UnsavedGuard } from '../../../action/leave-guard'
import { useSchemaForm } from '../../../action/use-schema-form'
import { ActionRefused } from '../../../action/action-refused'

type UserFormProps = {
  initial: ProfileDraft
  submit: string
  icon: ReactNode
  /** The title of a refusal. */
  refusedTitle: string
  error: unknown
  isSending: boolean
  onSubmit: (user: NewUser) => void
}

const FIELDS = ['name', 'email', 'selected_timezone']

/** Name, email address and time zone of a new or existing user. */
export function UserForm({ initial, submit, icon, refusedTitle, error, isSending, onSubmit }: UserFormProps) {
  const { form, isDirty, submit: submitted } = useSchemaForm(newUser, initial, error)
  return (
    <form noValidate onSubmit={submitted(onSubmit)}>
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
        <ActionRefused title={refusedTitle} error={error} shownFields={FIELDS} />
        <Group>
          <ServerButton action="manageUsers" type="submit" leftSection={icon} loading={isSending}>
            {submit}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  )
}

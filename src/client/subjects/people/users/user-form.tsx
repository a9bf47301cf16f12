import type { NewUser } from '#contract/user-accounts'
import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusedFields } from '../../../api/refused-fields'
import { ServerButton } from '../../../device/offline/server-button'
import { TimeZoneField } from '../../../ui/time-zone-field'
import { useProfileDraft, type ProfileDraft } from '../profile-form/use-profile-draft'
import { UnsavedGuard } from '../../../ui/unsaved-guard'
import { ActionRefused } from '../../../action/action-refused'

type UserFormProps = {
  initial: ProfileDraft
  submit: string
  icon: ReactNode
  /** The title of a refusal. */
  refusedTitle: string
  error: Error | null
  isSending: boolean
  onSubmit: (user: NewUser) => void
}

const FIELDS = ['name', 'email', 'selected_timezone']

/** Name, email address and time zone of a new or existing user. */
export function UserForm({ initial, submit, icon, refusedTitle, error, isSending, onSubmit }: UserFormProps) {
  const { draft, isDirty, write, faultOf, ask } = useProfileDraft(initial, refusedFields(error))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const user = ask()
        if (user !== null) onSubmit(user)
      }}
    >
      <UnsavedGuard isDirty={isDirty} />
      <Stack gap="md" maw="32rem">
        <TextInput
          label="Name"
          required
          autoComplete="off"
          maxLength={255}
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => write({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Email address"
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          value={draft.email}
          error={faultOf('email')}
          onChange={(event) => write({ email: event.currentTarget.value })}
        />
        <TimeZoneField
          value={draft.selected_timezone}
          error={faultOf('selected_timezone')}
          onChange={(selected_timezone) => write({ selected_timezone })}
        />
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

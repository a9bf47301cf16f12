import { api } from '#contract/api'
import type { Me } from '#contract/session'
import { newUser, type NewUser } from '#contract/user-accounts'
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { meQuery } from '../../../api/session-queries'
import { ServerButton } from '../../../device/offline/server-button'
import { ProfileChangedMeanwhile } from '../profile-form/profile-changed-meanwhile'
import { PROFILE_SAVE_FAILED, profileOf } from '../profile-form/profile-draft'
import { useFollowedProfile } from '../profile-form/use-followed-profile'
import { TimeZoneField } from '../../../action/time-zone-field'
import { Definitions } from '../../../ui/definitions'
import { useSchemaForm } from '../../../action/use-schema-form'
import { useAction } from '../../../action/use-action'
import { ActionRefused } from '../../../action/action-refused'

const FIELDS = ['email', 'selected_timezone']

/** The person's email address and time zone; only the service changes id and name. */
export function ProfileForm({ me }: { me: Me }) {
  const [saved, setSaved] = useState<Me | null>(null)
  const save = useAction(
    api.updateMe,
    ({ email, selected_timezone, seen_email }: NewUser & { seen_email: string }) => ({
      body: { id: me.id, email, selected_timezone, seen_email },
    }),
    {
      replaces: () => meQuery,
      onDone: setSaved,
    },
  )
  const stored = profileOf(me)
  const { form, isDirty, submit } = useSchemaForm(newUser, stored, save.error)
  const isHeld = save.isPending || save.isUnknown
  const changed = useFollowedProfile(form, { stored, saved, isHeld })
  return (
    <form
      noValidate
      onSubmit={submit((profile) => save.mutate({ ...profile, seen_email: form.getInitialValues().email }))}
    >
      <Stack gap="md" maw="32rem">
        <Definitions
          items={[
            [
              'ID',
              <span key="id" className="identifier">
                {me.id}
              </span>,
            ],
            ['Name', me.name],
          ]}
        />
        <Text c="dimmed">The name can only be changed by contacting the service.</Text>
        <TextInput
          label="Email address"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TimeZoneField key={form.key('selected_timezone')} {...form.getInputProps('selected_timezone')} />
        {changed !== null && isDirty && <ProfileChangedMeanwhile stored={stored} {...changed} />}
        <ActionRefused title={PROFILE_SAVE_FAILED} error={save.error} shownFields={FIELDS} />
        <Group>
          <ServerButton
            action="changeProfile"
            type="submit"
            leftSection={<IconDeviceFloppy size={20} aria-hidden="true" />}
            loading={save.isPending}
          >
            Save my profile
          </ServerButton>
        </Group>
        <div aria-live="polite">
          {save.isSuccess && (
            <Alert color="green" icon={<IconCircleCheck aria-hidden="true" />}>
              User profile save successful
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  )
}

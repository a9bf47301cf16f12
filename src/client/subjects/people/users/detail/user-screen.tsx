import { api } from '#contract/api'
import type { NewUser } from '#contract/user-accounts'
import type { User } from '#contract/users'
import { Alert, Group } from '@mantine/core'
import { IconCircleCheck, IconDeviceFloppy, IconKey, IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { userQuery } from '../../../../api/user-queries'
import { PageSkeleton } from '../../../../ui/page-skeleton'
import { paths } from '../../../../paths'
import { PROFILE_SAVE_FAILED, profileOf } from '../../profile-form/profile-draft'
import { LinkButton, TextLink } from '../../../../ui/link-button'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { toastSuccess } from '../../../../ui/toasts'
import { AccountBadge } from '../account-badge'
import { useShownUser } from '../use-shown-user'
import { NoSignInYet } from '../no-sign-in-yet'
import { UserForm } from '../user-form'
import { useAction } from '../../../../action/use-action'

/** `/users/{id}`: the profile of one user. */
export function UserScreen() {
  const user = useShownUser()
  return (
    <QueryView query={user} loading={<PageSkeleton />}>
      {(shown) => <UserDetail key={shown.id} user={shown} />}
    </QueryView>
  )
}

function UserDetail({ user }: { user: User }) {
  const [saved, setSaved] = useState<User | null>(null)
  const save = useAction(
    api.updateUser,
    (body: NewUser & { seen_email: string }) => ({ parameters: { user_id: String(user.id) }, body }),
    {
      replaces: ({ id }) => userQuery(id),
      onDone: (answer) => {
        setSaved(answer)
        toastSuccess(`User profile for ${answer.name} (ID ${answer.id}) saved successfully`)
      },
    },
  )
  return (
    <>
      <PageTitle title={`${user.name} (ID ${user.id})`} actions={<AccountBadge account={user} />} />
      {user.user_profiles.length === 0 && (
        <NoSignInYet title="This user cannot sign in yet">
          No account is associated.{' '}
          <TextLink {...paths.userAuthentication(user.id)}>Send the IdP association email</TextLink>, so that they can
          choose one.
        </NoSignInYet>
      )}
      <Group gap="sm" mb="lg">
        <LinkButton
          {...paths.userPermissions(user.id)}
          variant="default"
          leftSection={<IconUserShield size={20} aria-hidden="true" />}
        >
          Edit user permissions
        </LinkButton>
        <LinkButton
          {...paths.userAuthentication(user.id)}
          variant="default"
          leftSection={<IconKey size={20} aria-hidden="true" />}
        >
          Edit user authentication
        </LinkButton>
      </Group>
      <UserForm
        stored={profileOf(user)}
        saved={saved && profileOf(saved)}
        submit="Save user"
        icon={<IconDeviceFloppy size={20} aria-hidden="true" />}
        refusedTitle={PROFILE_SAVE_FAILED}
        error={save.error}
        isSending={save.isPending}
        isUnknown={save.isUnknown}
        onSubmit={(profile, seen_email) => save.mutate({ ...profile, seen_email })}
      />
      <div aria-live="polite">
        {save.isSuccess && (
          <Alert color="green" mt="md" maw="32rem" icon={<IconCircleCheck aria-hidden="true" />}>
            User profile saved successfully
          </Alert>
        )}
      </div>
    </>
  )
}

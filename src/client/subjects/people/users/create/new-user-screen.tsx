import { api } from '#contract/api'
import type { NewUser } from '#contract/user-accounts'
import { useNavigate } from '@tanstack/react-router'
import { IconUserPlus } from '@tabler/icons-react'
import { paths } from '../../../../paths'
import { EMPTY_PROFILE } from '../../profile-form/profile-draft'
import { PageTitle } from '../../../../ui/page-title'
import { toastSuccess } from '../../../../ui/toasts'
import { NoSignInYet } from '../no-sign-in-yet'
import { UserForm } from '../user-form'
import { USER_CREATION_FAILED } from '../user-words'
import { useAction } from '../../../../action/use-action'

/** `/users/new`: creates one user and opens their page. */
export function NewUserScreen() {
  const navigate = useNavigate()
  const create = useAction(api.createUsers, (body: NewUser) => ({ body }), {
    onDone: async (created) => {
      const user = 'data' in created ? created.data[0] : created
      if (user === undefined) return
      toastSuccess(`User ${user.name} created successfully`)
      await navigate({ ...paths.user(user.id), ignoreBlocker: true })
    },
  })
  return (
    <>
      <PageTitle title="Create new user" />
      <NoSignInYet title="A new user cannot sign in yet">
        After creating the user, send the IdP association email from “Edit user authentication”.
      </NoSignInYet>
      <UserForm
        stored={EMPTY_PROFILE}
        submit="Create user"
        icon={<IconUserPlus size={20} aria-hidden="true" />}
        refusedTitle={USER_CREATION_FAILED}
        error={create.error}
        isSending={create.isPending}
        isUnknown={create.isUnknown}
        onSubmit={(user) => create.mutate(user)}
      />
    </>
  )
}

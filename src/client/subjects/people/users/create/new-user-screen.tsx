import { api } from '#contract/api'
import type { NewUser } from '#contract/user-accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconUserPlus } from '@tabler/icons-react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { useWriteKey } from '../../../../api/use-write-key'
import { paths } from '../../../../paths'
import { EMPTY_PROFILE } from '../../profile-form/profile-draft'
import { PageTitle } from '../../../../ui/page-title'
import { toastSuccess } from '../../../../ui/toasts'
import { NoSignInYet } from '../no-sign-in-yet'
import { UserForm } from '../user-form'
import { USER_CREATION_FAILED } from '../user-words'

/** `/users/new`: creates one user and opens their page. */
export function NewUserScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sendOnce = useWriteKey()
  const create = useMutation({
    mutationFn: async (body: NewUser) => {
      const created = answerOf(await sendOnce(body, (options) => call(api.createUsers, { body }, options)))
      return 'data' in created ? created.data[0] : created
    },
    onSuccess: async (user) => {
      if (user === undefined) return
      await client.invalidateQueries({ queryKey: [api.listUsers.path] })
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
        initial={EMPTY_PROFILE}
        submit="Create user"
        icon={<IconUserPlus size={20} aria-hidden="true" />}
        refusedTitle={USER_CREATION_FAILED}
        error={create.error}
        isSending={create.isPending}
        onSubmit={(user) => create.mutate(user)}
      />
    </>
  )
}

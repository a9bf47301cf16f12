import { USER_REQUIRED } from '#domain/people/granting'
import { Stack } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PermissionForm } from '../../permission-form/permission-form'
import { paths } from '../../../../paths'
import { toastSuccess } from '../../../../ui/toasts'
import { rolesToGive } from '../roles-to-give'
import { ADD_USER, USER_ADDITION_FAILED } from '../trial-user-words'
import type { WholeTrial } from '../../../trials/trial/whole-trial-page'
import { TrialUsersPage } from '../trial-users-page'
import { USER_FIELD_ID, UserField, type FoundUser } from './user-field'

const route = getRouteApi('/signed-in/trials/$trialId/users/new')

/** `/trials/{id}/users/new`: gives somebody a permission in the trial. */
export function AddUserScreen() {
  const { trialId } = route.useParams()
  return (
    <TrialUsersPage trialId={trialId} title={ADD_USER} needs="manageTrialUsers">
      {(page) => <AddUser {...page} />}
    </TrialUsersPage>
  )
}

function AddUser({ trial, permission }: WholeTrial) {
  const navigate = useNavigate()
  const [user, setUser] = useState<FoundUser | null>(null)
  const [isMissed, setIsMissed] = useState(false)
  const goBack = () => void navigate(paths.trialUsers(trial.id))
  return (
    <Stack gap="md" maw="36rem">
      <UserField
        trialId={trial.id}
        chosen={user}
        error={isMissed && user === null ? USER_REQUIRED : undefined}
        onChoose={setUser}
      />
      <PermissionForm
        userId={user?.id ?? null}
        permission={null}
        roles={rolesToGive(permission)}
        trialId={trial.id}
        submit={ADD_USER}
        refused={USER_ADDITION_FAILED}
        onCancel={goBack}
        onNobody={() => {
          flushSync(() => setIsMissed(true))
          document.getElementById(USER_FIELD_ID)?.focus()
        }}
        onSaved={() => {
          toastSuccess('User added to trial successfully')
          goBack()
        }}
      />
    </Stack>
  )
}

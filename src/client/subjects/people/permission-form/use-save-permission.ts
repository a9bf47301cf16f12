import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { UserPermission } from '#contract/user-permissions'
import { useState } from 'react'
import { useAction } from '../../../action/use-action'
import { failureOf } from '../../../api/failure'

/** The messages for a permission that was changed, or was not. */
export const PERMISSION_UPDATED = 'User permission updated successfully'
export const PERMISSION_NOT_UPDATED = 'User permission was not updated'

type SavedPermission = Pick<UserPermission, 'id' | 'updated_at'>
type PermissionRequest = { userId: number; body: SentBody<typeof api.grantPermission> }

/**
 * Grants a permission, or changes one in the version with which the form was opened: nobody overwrites a change that
 * they have not seen.
 */
export const useSavePermission = (permission: SavedPermission | null, onSaved: () => void) => {
  const [opened] = useState(permission)
  const grant = useAction(
    api.grantPermission,
    ({ userId, body }: PermissionRequest) => ({ parameters: { user_id: String(userId) }, body }),
    { onDone: onSaved },
  )
  const change = useAction(
    api.changePermission,
    ({ userId, body, id, updated_at }: PermissionRequest & SavedPermission) => ({
      parameters: { user_id: String(userId), permission_id: String(id) },
      body: { ...body, updated_at },
    }),
    { onDone: onSaved },
  )
  const { isPending, isUnknown, sendAgain, error, variables, reset } = opened === null ? grant : change
  const send = (request: PermissionRequest) =>
    opened === null
      ? grant.mutate(request)
      : change.mutate({ ...request, id: opened.id, updated_at: opened.updated_at })
  return { send, isPending, isUnknown, sendAgain, error, userId: variables?.userId, reset }
}

/** Whether the user's other permissions in the trial have another blinding, which can be set to the same. */
export const isBlindingConflict = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.problem.duplicate_warning_type === 'PUT'
}

import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { UserPermission } from '#contract/user-permissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { answerOf } from '../../../api/endpoint-query'
import { failureOf, isRefusedWith } from '../../../api/failure'
import { refreshPermissions } from './refresh-permissions'

type PermissionRequest = { userId: number; body: SentBody<typeof api.grantPermission> }

/** Marks a change of permissions under way: only one can be at a time. */
export const PERMISSION_CHANGE = ['permission change']

/** Gives a permission, or changes the one held, under one key for as long as its form stands. */
export const useSavePermission = (
  permission: Pick<UserPermission, 'id' | 'updated_at'> | null,
  onSaved: () => void,
) => {
  const client = useQueryClient()
  // As it was when the form was opened, whatever is asked for again meanwhile: nobody overwrites what they have not seen.
  const [seen] = useState(permission)
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: PERMISSION_CHANGE,
    scope: { id: 'permission change' },
    mutationFn: async ({ userId, body }: PermissionRequest) => {
      const user_id = String(userId)
      const options = { idempotency_key }
      return answerOf(
        seen === null
          ? await call(api.grantPermission, { parameters: { user_id }, body }, options)
          : await call(
              api.changePermission,
              {
                parameters: { user_id, permission_id: String(seen.id) },
                body: { ...body, updated_at: seen.updated_at },
              },
              options,
            ),
      )
    },
    onSuccess: async () => {
      await refreshPermissions(client)
      onSaved()
    },
    onError: async (error) => {
      const failure = failureOf(error)
      if (failure !== null && isRefusedWith(failure, 'trial_changed_meanwhile')) await refreshPermissions(client)
    },
  })
}

/** Whether the user's other permissions in the trial have another blinding, which can be set to the same. */
export const isBlindingConflict = (error: Error | null): boolean => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.problem.duplicate_warning_type === 'PUT'
}

import { api } from '#contract/api'
import type { UserPermission } from '#contract/user-permissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { answerOf } from '../../../api/endpoint-query'
import { toastSuccess } from '../../../ui/toasts'
import { refreshPermissions } from './refresh-permissions'
import { PERMISSION_CHANGE } from './use-save-permission'

/** Ends a permission under one key for as long as its dialog stands. */
export const useEndPermission = ({ id, user_id }: UserPermission, onEnded: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const parameters = { user_id: String(user_id), permission_id: String(id) }
  return useMutation({
    mutationKey: PERMISSION_CHANGE,
    scope: { id: 'permission change' },
    mutationFn: async () => answerOf(await call(api.endPermission, { parameters }, { idempotency_key })),
    onSuccess: async () => {
      await refreshPermissions(client)
      toastSuccess('User permission deleted successfully')
      onEnded()
    },
  })
}

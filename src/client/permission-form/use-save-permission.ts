import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/browser-call'
import { answerOf } from '../api/endpoint-query'
import { failureOf } from '../api/failure'
import { refreshPermissions } from './refresh-permissions'

type Asked = { userId: number; body: SentBody<typeof api.grantPermission> }

/** Marks a change of permissions under way: only one can be at a time (specification 001, section 4). */
export const PERMISSION_CHANGE = ['permission change']

/** Gives a permission, or changes the one held, under one key for as long as its form stands. */
export const useSavePermission = (heldId: number | null, onSaved: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: PERMISSION_CHANGE,
    scope: { id: 'permission change' },
    mutationFn: async ({ userId, body }: Asked) => {
      const user_id = String(userId)
      const options = { idempotency_key }
      return answerOf(
        heldId === null
          ? await call(api.grantPermission, { parameters: { user_id }, body }, options)
          : await call(api.changePermission, { parameters: { user_id, permission_id: String(heldId) }, body }, options),
      )
    },
    onSuccess: async () => {
      await refreshPermissions(client)
      onSaved()
    },
  })
}

/** Whether the user's other permissions in the trial have another blinding, which can be set to the same. */
export const isBlindingConflict = (error: Error | null): boolean => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.problem.duplicate_warning_type === 'PUT'
}

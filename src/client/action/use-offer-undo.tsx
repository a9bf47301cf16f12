import type { Endpoint } from '#contract/endpoint'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { RequestArguments } from '../api/create-call'
import type { Received } from '../api/answer-at-hand'
import { invalidateTouched } from '../api/invalidate-touched'
import { call } from '../device/call'
import { UndoOffer } from './undo-offer'

type Undo<E extends Endpoint> = {
  endpoint: E
  /** The same call backwards, with `undo: true`. */
  request: RequestArguments<E>
  done: string
  undone: string
  onUndone?: (answer: Received<E>) => void
}

/** The comment of an undo, where the call asks for one. */
export const UNDO_COMMENT = 'Undone right after it was done'

/** Offers to take back what was just done. Each offer has one key, so that pressing again after a lost answer undoes once. */
export const useOfferUndo = () => {
  const client = useQueryClient()
  return <E extends Endpoint>({ endpoint, request, done, undone, onUndone }: Undo<E>): void => {
    const idempotency_key = crypto.randomUUID()
    const send = async () => {
      const result = await call(endpoint, request, { idempotency_key })
      invalidateTouched(client, { touches: endpoint.touches, parameters: request.parameters })
      if (!result.ok) return result.refusal
      onUndone?.(result.value)
      return null
    }
    notifications.show({
      id: idempotency_key,
      color: 'green',
      autoClose: false,
      message: <UndoOffer id={idempotency_key} done={done} undone={undone} send={send} />,
    })
  }
}

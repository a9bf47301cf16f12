import { UNDO_OFFERED_MS } from '#domain/audit/undo'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isWriteLost, messageOf, type Failure } from '../api/failure'
import { UNDO_NOT_KNOWN } from '../safety-words'
import { toastError, toastSuccess } from '../ui/toasts'

export type UndoOfferProps = {
  /** The message about the action. */
  done: string
  /** The message after the undo. */
  undone: string
  /** Sends the undo and fetches again what it touched; the failure, or null. */
  send: () => Promise<Failure | null>
}

/**
 * The message about an action, with its undo for ten seconds. The time begins again while the pointer or the focus is
 * on it, so that nobody has to hurry; after a lost answer it stays, since the same undo can be sent again.
 */
export function UndoOffer({ id, done, undone, send }: UndoOfferProps & { id: string }) {
  const [isPaused, setIsPaused] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [isLost, setIsLost] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const before = useRef<EventTarget | null>(null)
  const close = () => {
    const isFocused = root.current?.contains(document.activeElement) === true
    notifications.hide(id)
    if (isFocused && before.current instanceof HTMLElement) before.current.focus()
  }
  useEffect(() => {
    if (isPaused || isSending || isLost) return
    const timer = setTimeout(() => notifications.hide(id), UNDO_OFFERED_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused, isSending, isLost])
  const press = async () => {
    setIsSending(true)
    const failure = await send()
    setIsSending(false)
    setIsLost(failure !== null && isWriteLost(failure))
    if (failure === null) toastSuccess(undone)
    else if (isWriteLost(failure)) toastError(UNDO_NOT_KNOWN.title, UNDO_NOT_KNOWN.words)
    else toastError('Not undone', messageOf(failure))
    if (failure === null || failure.kind === 'refused') close()
  }
  return (
    <Group
      ref={root}
      justify="space-between"
      gap="sm"
      wrap="nowrap"
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(root.current?.contains(document.activeElement) === true)}
      onFocus={(event) => {
        if (root.current?.contains(event.relatedTarget) !== true) before.current = event.relatedTarget
        setIsPaused(true)
      }}
      onBlur={() => setIsPaused(false)}
    >
      <Text size="sm">{done}</Text>
      <Button
        variant="default"
        size="xs"
        mih="2.75rem"
        style={{ flex: 'none' }}
        loading={isSending}
        leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
        onClick={() => void press()}
      >
        Undo
      </Button>
    </Group>
  )
}

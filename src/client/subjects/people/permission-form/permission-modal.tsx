import { Modal } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownEscape } from '../../../ui/own-escape'
import { useIsWide } from '../../../ui/use-is-wide'
import { PERMISSION_CHANGE } from './use-save-permission'

export type PermissionModalProps = {
  isOpen: boolean
  onClose: () => void
  /** The dialog has left the screen. */
  onClosed: () => void
}

type Props = PermissionModalProps & {
  title: string
  /** What stands in it; it closes by `close`, which waits for what is being sent. */
  children: (close: () => void) => ReactNode
}

/** The dialog around a permission: neither a touch beside it nor Escape loses what is written or being sent. */
export function PermissionModal({ isOpen, onClose, onClosed, title, children }: Props) {
  const isWide = useIsWide()
  const isSending = useIsMutating({ mutationKey: PERMISSION_CHANGE }) > 0
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      {...ownEscape(close)}
      title={title}
      size="lg"
      fullScreen={!isWide}
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      {children(close)}
    </Modal>
  )
}

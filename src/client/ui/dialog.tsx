import { Modal, ModalStackContext, type ModalProps } from '@mantine/core'
import { use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'

type Decided = 'opened' | 'stackId' | 'closeOnClickOutside' | 'closeOnEscape' | 'zIndex' | 'onExitTransitionEnd'
type DialogProps = Omit<ModalProps, Decided> & {
  isOpen: boolean
  /** Called when it has left the screen, to give the focus to what is there now; without it, what had it before gets it back. */
  onClosed?: () => void
}

/**
 * A dialog of the portal. Several are one stack: the last that opened is seen, and Escape closes that one alone. A click outside
 * closes none, since a hand on a tablet would lose what is written.
 */
export function Dialog({ isOpen, onClosed, ...modal }: DialogProps) {
  const stackId = useId()
  const stack = use(ModalStackContext)
  // Mantine keeps a dialog that is unmounted while open in its stack, which would hide the one below for good.
  const leaveStack = useEffectEvent(() => stack?.removeModal(stackId))
  useEffect(() => () => leaveStack(), [])
  // Mantine gives no focus back to what had it before a dialog of a stack.
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  const giveFocusBack = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }
  return (
    <Modal
      {...modal}
      opened={isOpen}
      stackId={stackId}
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={onClosed ?? giveFocusBack}
    />
  )
}

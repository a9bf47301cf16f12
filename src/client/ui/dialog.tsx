import { getDefaultZIndex, Modal, ModalStackContext, type ModalProps } from '@mantine/core'
import { use, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'

type Decided = 'opened' | 'stackId' | 'closeOnClickOutside' | 'closeOnEscape' | 'zIndex' | 'onExitTransitionEnd'
type DialogProps = Omit<ModalProps, Decided> & {
  isOpen: boolean
  /** Called when it has left the screen, to focus the new content; without it, the opener gets the focus back. */
  onClosed?: () => void
}

/**
 * A dialog of the portal. Several form one stack: the last one is shown, and Escape closes that one alone. A click
 * outside closes none, since a hand on a tablet would lose the input.
 */
export function Dialog({ isOpen, onClosed, ...modal }: DialogProps) {
  const stackId = useId()
  const stack = use(ModalStackContext)
  const enterStack = useEffectEvent(() => stack?.addModal(stackId, getDefaultZIndex('modal')))
  const leaveStack = useEffectEvent(() => stack?.removeModal(stackId))
  // Mantine gives no focus back to the opener of a dialog in a stack.
  const opener = useRef<Element | null>(null)
  // Mantine does the same a moment later, and an Escape in between would be lost; and a dialog that is unmounted while open would
  // stay in its stack, and hide the one below for good.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    opener.current = document.activeElement
    enterStack()
    return () => leaveStack()
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

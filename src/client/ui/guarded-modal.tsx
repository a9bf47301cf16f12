import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { createContext, use, useEffect, useState } from 'react'
import { ownEscape } from './own-escape'

const WrittenContext = createContext<(isWritten: boolean) => void>(() => {})

/** Reports to the dialog around it that it contains input, so that it is not closed by accident. */
export const useWrittenInDialog = (isWritten: boolean): void => {
  const reportWritten = use(WrittenContext)
  useEffect(() => {
    reportWritten(isWritten)
    return () => reportWritten(false)
  }, [reportWritten, isWritten])
}

type GuardedModalProps = Omit<ModalProps, 'closeOnClickOutside' | 'closeOnEscape' | 'onKeyDown'> & {
  /** The dialog stays open during a write, so that the outcome is seen. */
  isSending: boolean
}

/** A dialog with input. A click outside does not close it; Escape and the close button ask first where input would be lost. */
export function GuardedModal({ isSending, onClose, children, ...modal }: GuardedModalProps) {
  const [isWritten, setIsWritten] = useState(false)
  const [isQuestionOpen, setIsQuestionOpen] = useState(false)
  const leave = () => {
    if (isSending) return
    if (isWritten) setIsQuestionOpen(true)
    else onClose()
  }
  const stay = () => setIsQuestionOpen(false)
  // A click outside takes the focus out of every dialog, and Escape would then do nothing.
  useWindowEvent('keydown', ({ key }) => {
    const isOutside = document.activeElement?.closest('[role="dialog"]') === null
    if (modal.opened && !isQuestionOpen && key === 'Escape' && isOutside) leave()
  })
  return (
    <>
      <Modal {...modal} onClose={leave} {...ownEscape(leave)} closeOnClickOutside={false}>
        <WrittenContext value={setIsWritten}>{children}</WrittenContext>
      </Modal>
      <Modal opened={isQuestionOpen} onClose={stay} {...ownEscape(stay)} title="Discard what you wrote?">
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button
            variant="default"
            onClick={() => {
              stay()
              onClose()
            }}
          >
            Discard it
          </Button>
          <Button data-autofocus onClick={stay}>
            Keep writing
          </Button>
        </Group>
      </Modal>
    </>
  )
}

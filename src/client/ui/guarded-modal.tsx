import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { createContext, use, useEffect, useState } from 'react'
import { ownEscape } from './own-escape'

const WrittenContext = createContext<(isWritten: boolean) => void>(() => {})

/** Tells the dialog around it that something is written in it, so that it is not closed by the way. */
export const useWrittenInDialog = (isWritten: boolean): void => {
  const reportWritten = use(WrittenContext)
  useEffect(() => {
    reportWritten(isWritten)
    return () => reportWritten(false)
  }, [reportWritten, isWritten])
}

type GuardedModalProps = Omit<ModalProps, 'closeOnClickOutside' | 'closeOnEscape' | 'onKeyDown'> & {
  /** It stays open while something is being sent: nobody would see what became of it. */
  isSending: boolean
}

/**
 * A dialog in which something is written. A touch beside it does not close it; Escape and the cross ask first where that would
 * throw away what is written.
 */
export function GuardedModal({ isSending, onClose, children, ...modal }: GuardedModalProps) {
  const [isWritten, setIsWritten] = useState(false)
  const [isQuestionOpen, setIsQuestionOpen] = useState(false)
  const leave = () => {
    if (isSending) return
    if (isWritten) setIsQuestionOpen(true)
    else onClose()
  }
  const stay = () => setIsQuestionOpen(false)
  // A touch beside the dialog takes the focus out of every dialog, and Escape would go nowhere.
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

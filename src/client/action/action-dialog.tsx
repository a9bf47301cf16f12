import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createContext, use, useLayoutEffect, useReducer, useState, type ReactNode } from 'react'
import { Dialog } from '../ui/dialog'
import { useIsWide } from '../ui/use-is-wide'

type Opened = {
  /** Counts the fields that contain input. */
  countWritten: (change: 1 | -1) => void
  reportSending: (isSending: boolean) => void
  /** Closes the dialog, unless something is being sent. */
  close: () => void
}

const OpenedContext = createContext<Opened>({ countWritten: () => {}, reportSending: () => {}, close: () => {} })

/** The dialog around a form: its view of the form, and how the form closes it. */
export const useDialog = (): Opened => use(OpenedContext)

/** Tells the dialog around it that a field contains input, so that it is not closed by accident. */
export const useWrittenInDialog = (isWritten: boolean): void => {
  const { countWritten } = useDialog()
  useLayoutEffect(() => {
    if (!isWritten) return undefined
    countWritten(1)
    return () => countWritten(-1)
  }, [countWritten, isWritten])
}

/** Tells the dialog around it that something is being sent: it stays open, so that the outcome is seen. */
export const useSendingInDialog = (isSending: boolean): void => {
  const { reportSending } = useDialog()
  // Before the first paint: an early Escape must not close the dialog.
  useLayoutEffect(() => {
    reportSending(isSending)
    return () => reportSending(false)
  }, [reportSending, isSending])
}

/** The opening and closing of an action's dialog. */
export type OpenDialog = {
  isOpen: boolean
  onClose: () => void
  /**
   * Called when the dialog has left the screen, to focus what the action leaves there; without it, the opener gets the
   * focus back.
   */
  onClosed?: () => void
}

type ActionDialogProps = OpenDialog & { title: string; size?: 'lg' | 'xl'; children: ReactNode }

/**
 * The dialog of an action: it cannot be closed while the action is sent, asks before input is lost, fills a narrow screen, and
 * gives the focus back. Its content is an `ActionForm`.
 */
export function ActionDialog({ isOpen, onClose, onClosed, title, size = 'lg', children }: ActionDialogProps) {
  const isWide = useIsWide()
  const [written, countWritten] = useReducer((count: number, change: 1 | -1) => count + change, 0)
  const [isSending, setIsSending] = useState(false)
  const [isQuestionOpen, { open: openQuestion, close: closeQuestion }] = useDisclosure()
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={() => {
          if (written > 0 && !isSending) openQuestion()
          else close()
        }}
        title={title}
        size={size}
        fullScreen={!isWide}
        {...(onClosed && { onClosed })}
      >
        <OpenedContext value={{ countWritten, reportSending: setIsSending, close }}>{children}</OpenedContext>
      </Dialog>
      <Dialog isOpen={isQuestionOpen} onClose={closeQuestion} title="Discard what you wrote?">
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button
            variant="default"
            onClick={() => {
              closeQuestion()
              onClose()
            }}
          >
            Discard it
          </Button>
          <Button data-autofocus onClick={closeQuestion}>
            Keep writing
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

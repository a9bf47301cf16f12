import type { Trial } from '#contract/trials'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from '../../../browser/store'
import { requestedStatus } from './requested-status'

const ChangeStatusDialog = lazy(() =>
  import('./change-status-dialog').then(({ ChangeStatusDialog }) => ({ default: ChangeStatusDialog })),
)

/** The function that opens the change of a trial's status, and its dialog, which is rendered elsewhere. */
type ChangeStatus = { open: () => void; button: RefObject<HTMLButtonElement | null>; dialog: ReactNode }

export const useChangeStatus = (trial: Trial): ChangeStatus => {
  const [isOpened, { open, close }] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const request = useStore(requestedStatus)
  const requested = request?.trial_id === trial.id ? request : null
  const isOpen = isOpened || requested !== null
  return {
    open: () => {
      open()
      setWasOpened(true)
    },
    button,
    dialog: (wasOpened || isOpen) && (
      <Suspense>
        <ChangeStatusDialog
          trial={trial}
          chosenId={requested?.status_id ?? null}
          isOpen={isOpen}
          onClose={() => {
            setWasOpened(true)
            requestedStatus.set(null)
            close()
          }}
          onClosed={() => returnFocus(button.current)}
        />
      </Suspense>
    ),
  }
}

/** Back to the button, or to the tab's heading where the new status leaves nothing to change, or a menu opened the dialog. */
const returnFocus = (button: HTMLButtonElement | null) => {
  const target = button === null || button.disabled ? document.getElementById('tab-heading') : button
  target?.focus({ preventScroll: true })
}

import type { Trial } from '#contract/trials'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useRef, useState, type ReactNode, type RefObject } from 'react'

const ChangeStatusDialog = lazy(() =>
  import('./change-status-dialog').then(({ ChangeStatusDialog }) => ({ default: ChangeStatusDialog })),
)

/** How the change of a trial's status is opened, and its dialog, which is drawn outside of what opens it. */
type ChangeStatus = { open: () => void; button: RefObject<HTMLButtonElement | null>; dialog: ReactNode }

export const useChangeStatus = (trial: Trial): ChangeStatus => {
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    open: () => {
      open()
      setWasOpened(true)
    },
    button,
    dialog: wasOpened && (
      <Suspense>
        <ChangeStatusDialog
          trial={trial}
          isOpen={isOpen}
          onClose={close}
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

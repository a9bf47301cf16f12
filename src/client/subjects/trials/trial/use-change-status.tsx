import type { Trial } from '#contract/trials'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from '../../../browser/store'
import { requestedStatus } from './requested-status'

const ChangeStatusDialog = lazy(() =>
  import('./change-status-dialog').then(({ ChangeStatusDialog }) => ({ default: ChangeStatusDialog })),
)

/** How the change of a trial's status is opened, and its dialog, which is drawn outside of what opens it. */
type ChangeStatus = { open: () => void; button: RefObject<HTMLButtonElement | null>; dialog: ReactNode }

export const useChangeStatus = (trial: Trial): ChangeStatus => {
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const show = (statusId: number | null) => {
    setChosenId(statusId)
    open()
    setWasOpened(true)
  }
  const request = useStore(requestedStatus)
  const showRequested = useEffectEvent((statusId: number | null) => {
    requestedStatus.set(null)
    show(statusId)
  })
  useEffect(() => {
    if (request?.trial_id === trial.id) showRequested(request.status_id)
  }, [request, trial.id])
  return {
    open: () => show(null),
    button,
    dialog: wasOpened && (
      <Suspense>
        <ChangeStatusDialog
          trial={trial}
          chosenId={chosenId}
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

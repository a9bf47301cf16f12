import type { Trial } from '#contract/trials'
import { isFinalTrialStatus } from '#domain/trials/trial-status'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsExchange } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'

const ChangeStatusDialog = lazy(() =>
  import('./change-status-dialog').then(({ ChangeStatusDialog }) => ({ default: ChangeStatusDialog })),
)

/** Opens the change of a trial's status; disabled where no status may follow. */
export function ChangeStatusButton({ trial }: { trial: Trial }) {
  const [isOpen, dialog] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    dialog.open()
    setWasOpened(true)
  }
  return (
    <>
      <Button
        ref={button}
        className="no-print"
        variant="default"
        leftSection={<IconArrowsExchange size={20} aria-hidden="true" />}
        disabled={isFinalTrialStatus(trial.trial_status_id)}
        onClick={open}
      >
        Change status
      </Button>
      {wasOpened && (
        <Suspense>
          <ChangeStatusDialog
            trial={trial}
            isOpen={isOpen}
            onClose={dialog.close}
            onClosed={() => returnFocus(button.current)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Back to the button, or to the tab's heading where the new status leaves nothing to change. */
const returnFocus = (button: HTMLButtonElement | null) => {
  const target = button === null || button.disabled ? document.getElementById('tab-heading') : button
  target?.focus({ preventScroll: true })
}

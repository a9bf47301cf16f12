import { Button } from '@mantine/core'
import { IconLogout2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useLeaving } from '../subjects/sign-in/leaving/use-leaving'
import { LeaveMenuButton } from './leave-menu-button'
import classes from './sign-out.module.css'

const LeaveMenu = lazy(() => import('./leave-menu').then(({ LeaveMenu }) => ({ default: LeaveMenu })))
const SignOutDialog = lazy(() =>
  import('../subjects/sign-in/leaving/sign-out-question').then(({ SignOutDialog }) => ({ default: SignOutDialog })),
)

/** The way out, and beside it the menu for handing the device to another person. */
export function SignOut() {
  const leaving = useLeaving()
  return (
    <>
      <Button.Group className={classes['leave'] ?? ''}>
        <Button
          variant="default"
          leftSection={<IconLogout2 size={20} aria-hidden="true" />}
          loading={leaving.isLeaving}
          onClick={() => leaving.press()}
        >
          Sign out
        </Button>
        <Suspense fallback={<LeaveMenuButton />}>
          <LeaveMenu onSwitch={() => leaving.press('another_person')} />
        </Suspense>
      </Button.Group>
      {leaving.isQuestionOpen && (
        <Suspense>
          <SignOutDialog leaving={leaving} />
        </Suspense>
      )}
    </>
  )
}

import type { AppInstance } from '#contract/app-instance'
import { isOpen } from '#offline/outbox-item'
import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconLogin2, IconLogout2, IconSearch, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { meQuery } from '../api/session-queries'
import { useOutbox } from '../outbox/use-outbox'
import { paths } from '../paths'
import { signOut } from '../session/sign-out'
import { useSession } from '../session/use-session'
import { BrandMark } from '../ui/brand-mark'
import { LinkButton } from '../ui/link-button'
import { ConnectionPill } from './connection-pill'
import classes from './header.module.css'
import { OutboxLink } from './outbox-link'

const SignOutDialog = lazy(() => import('./sign-out-dialog').then(({ SignOutDialog }) => ({ default: SignOutDialog })))

/** The top of every page: whose service this is, whether it can be reached, and who is signed in. */
export function Header({ instance, onJump }: { instance: AppInstance | undefined; onJump: () => void }) {
  const { session } = useSession()
  return (
    <header className={`${classes['header']} no-print`}>
      <div className={classes['inner']}>
        <Link {...paths.home()} className={classes['brand']}>
          <BrandMark height={36} />
          <span className={classes['names']}>
            <span className={classes['service']}>{instance?.service_name ?? 'Equipoise'}</span>
            <span className={classes['university']}>{instance?.university_name}</span>
          </span>
        </Link>
        <div className={classes['state']}>
          <ConnectionPill />
          {session !== null && <OutboxLink />}
          {session !== null && <JumpButton onJump={onJump} />}
        </div>
        {session === null ? <SignInButton /> : <SignedInPerson key={session.sub} isStarted={instance !== undefined} />}
      </div>
    </header>
  )
}

function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <UnstyledButton className={classes['jump']} onClick={onJump}>
      <IconSearch size={20} aria-hidden="true" />
      <span>Jump to</span>
      <Kbd className={classes['keys']}>{/Mac|iPad|iPhone/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K</Kbd>
    </UnstyledButton>
  )
}

function SignInButton() {
  return (
    <LinkButton
      {...paths.signIn()}
      className={classes['leave']}
      variant="default"
      leftSection={<IconLogin2 size={20} aria-hidden="true" />}
    >
      Sign in
    </LinkButton>
  )
}

/** Who is signed in is asked once the app has started: before that, the page says what keeps it from starting. */
function SignedInPerson({ isStarted }: { isStarted: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isStarted })
  const [isLeaving, setIsLeaving] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const { own } = useOutbox()
  const leave = async () => {
    setIsLeaving(true)
    await signOut()
  }
  const press = () => (own.some(isOpen) ? setIsAsked(true) : void leave())
  return (
    <>
      {me !== undefined && (
        <Link {...paths.profile()} className={classes['name']} title={me.name}>
          <IconUser size={20} aria-hidden="true" />
          <span>{me.name}</span>
        </Link>
      )}
      <Button
        className={classes['leave']}
        variant="default"
        leftSection={<IconLogout2 size={20} aria-hidden="true" />}
        loading={isLeaving}
        onClick={press}
      >
        Sign out
      </Button>
      {isAsked && (
        <Suspense>
          <SignOutDialog isLeaving={isLeaving} onClose={() => setIsAsked(false)} onSignOut={() => void leave()} />
        </Suspense>
      )}
    </>
  )
}

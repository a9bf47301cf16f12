import type { AppInstance } from '#contract/app-instance'
import { Button, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconLogin2, IconLogout2, IconSearch, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { meQuery } from '../api/session-queries'
import { paths } from '../paths'
import { signOut } from '../session/sign-out'
import { useSession } from '../session/use-session'
import { BrandMark } from '../ui/brand-mark'
import { LinkButton } from '../ui/link-button'
import { ConnectionPill } from './connection-pill'
import classes from './header.module.css'

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
          {session !== null && <JumpButton onJump={onJump} />}
        </div>
        <div className={classes['person']}>
          {session === null ? (
            <SignInButton />
          ) : (
            <SignedInPerson key={session.sub} isStarted={instance !== undefined} />
          )}
        </div>
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
    <LinkButton {...paths.signIn()} variant="default" leftSection={<IconLogin2 size={20} aria-hidden="true" />}>
      Sign in
    </LinkButton>
  )
}

/** Who is signed in is asked once the app has started: before that, the page says what keeps it from starting. */
function SignedInPerson({ isStarted }: { isStarted: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isStarted })
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    await signOut()
  }
  return (
    <>
      {me !== undefined && (
        <Text className={classes['name']} title={me.name}>
          <IconUser size={20} aria-hidden="true" />
          <span>{me.name}</span>
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconLogout2 size={20} aria-hidden="true" />}
        loading={isLeaving}
        onClick={leave}
      >
        Sign out
      </Button>
    </>
  )
}

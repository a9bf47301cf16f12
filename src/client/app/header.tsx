import { useQuery } from '@tanstack/react-query'
import { IconLogin2 } from '@tabler/icons-react'
import { meQuery } from '../api/session-queries'
import { ConnectionPill } from '../device/offline/connection-pill'
import { useConnectionState } from '../device/offline/use-connection'
import { paths } from '../paths'
import { useIsLocked } from '../session/lock/device-lock'
import { useSession } from '../session/this-session'
import { LinkButton } from '../ui/link-button'
import { Brand, type ShownInstance } from './brand'
import { ConnectionLink } from './connection-link'
import classes from './header.module.css'
import { JumpButton } from './jump/jump-button'
import { PersonLink } from './person-link'
import { SignOut } from './sign-out'
import { useOutboxCount } from './use-outbox-count'

type HeaderProps = {
  /** The installation, or the one remembered from the last visit. */
  instance: ShownInstance | undefined
  /** Whether the app has started; before that, the page shows the reason. */
  isStarted: boolean
  onJump: () => void
}

/** The header of every page: the service, the connection, and the signed-in person. */
export function Header({ instance, isStarted, onJump }: HeaderProps) {
  const { session } = useSession()
  // A locked session shows nothing, also while the person returns from a provider to unlock it.
  const isLocked = useIsLocked()
  const isShown = session !== null && !isLocked
  const count = useOutboxCount()
  const isOnline = useConnectionState() === 'online'
  const hasTwoParts = isShown && count !== null
  const accent = instance?.university_accent ?? null
  return (
    <header
      className={`${classes['header']} no-print`}
      data-accented={accent !== null || undefined}
      data-crowded={hasTwoParts || !isOnline || undefined}
      data-two-parts={hasTwoParts || undefined}
      style={accent === null ? undefined : { borderBlockEndColor: accent }}
    >
      <div className={classes['inner']}>
        <Brand instance={instance} />
        {isShown ? <ConnectionLink count={count} /> : <ConnectionPill />}
        <div className={classes['gap']} />
        {isShown && <JumpButton onJump={onJump} />}
        {session === null && <SignInButton />}
        {isShown && <SignedInPerson key={session.sub} isStarted={isStarted} />}
      </div>
    </header>
  )
}

function SignInButton() {
  return (
    <LinkButton
      {...paths.signIn()}
      className={classes['signIn']}
      variant="default"
      leftSection={<IconLogin2 size={20} aria-hidden="true" />}
    >
      Sign in
    </LinkButton>
  )
}

/** The name is fetched once the app has started. */
function SignedInPerson({ isStarted }: { isStarted: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isStarted })
  return (
    <>
      {me !== undefined && <PersonLink name={me.name} />}
      <SignOut />
    </>
  )
}

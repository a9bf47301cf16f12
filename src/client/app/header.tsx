import type { AppInstance } from '#contract/app-instance'
import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconLogin2, IconLogout2, IconSearch, IconUser } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { meQuery } from '../api/session-queries'
import { paths } from '../paths'
import { useIsLocked } from '../session/lock/device-lock'
import { useSession } from '../session/this-session'
import { BrandMark } from '../ui/brand-mark'
import { LinkButton } from '../ui/link-button'
import { ConnectionPill } from '../device/offline/connection-pill'
import classes from './header.module.css'
import { LeaveMenuButton } from './leave-menu-button'
import { OutboxLink } from './outbox-link'
import { useLeaving } from '../subjects/sign-in/leaving/use-leaving'

const LeaveMenu = lazy(() => import('./leave-menu').then(({ LeaveMenu }) => ({ default: LeaveMenu })))
const SignOutDialog = lazy(() =>
  import('../subjects/sign-in/leaving/sign-out-question').then(({ SignOutDialog }) => ({ default: SignOutDialog })),
)

/** The header of every page: whose service this is, the connection, and the signed-in person. */
export function Header({ instance, onJump }: { instance: AppInstance | undefined; onJump: () => void }) {
  const { session } = useSession()
  // A locked session shows nothing, also while the person returns from a provider to unlock it.
  const isLocked = useIsLocked()
  const isShown = session !== null && !isLocked
  const accent = instance?.university_accent ?? null
  const logo = instance?.university_logo ?? null
  return (
    <header
      className={`${classes['header']} no-print`}
      data-accented={accent !== null || undefined}
      style={accent === null ? undefined : { borderBlockEndColor: accent }}
    >
      <div className={classes['inner']}>
        <Link {...paths.home()} className={classes['brand']}>
          {logo === null ? <BrandMark height={36} /> : <UniversityLogo {...logo} />}
          <span className={classes['names']}>
            <span className={classes['service']}>{instance?.service_name ?? 'Equipoise'}</span>
            <span className={classes['university']}>{instance?.university_name}</span>
          </span>
        </Link>
        <div className={classes['state']}>
          <ConnectionPill />
          {isShown && <OutboxLink />}
          {isShown && <JumpButton onJump={onJump} />}
        </div>
        {session === null && <SignInButton />}
        {isShown && <SignedInPerson key={session.sub} isStarted={instance !== undefined} />}
      </div>
    </header>
  )
}

/** Decorative: the names of university and service are beside it. */
function UniversityLogo({ light, dark }: { light: string; dark: string }) {
  return (
    <picture>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      <img src={light} alt="" className={classes['logo']} />
    </picture>
  )
}

function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <UnstyledButton className={classes['jump']} onClick={onJump}>
      <IconSearch size={20} aria-hidden="true" />
      <span className={classes['words']}>Jump to</span>
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

/** Fetched once the app has started: before that, the page shows why it does not start. */
function SignedInPerson({ isStarted }: { isStarted: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isStarted })
  const leaving = useLeaving()
  return (
    <>
      {me !== undefined && (
        <Link {...paths.profile()} className={classes['name']} title={me.name}>
          <IconUser size={20} aria-hidden="true" />
          <span>{me.name}</span>
        </Link>
      )}
      <div className={classes['leave']}>
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
      </div>
      {leaving.isQuestionOpen && (
        <Suspense>
          <SignOutDialog leaving={leaving} />
        </Suspense>
      )}
    </>
  )
}

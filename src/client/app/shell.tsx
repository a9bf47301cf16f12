import { Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { failureOf } from '../api/failure'
import { PageReason } from '../offline/page-reason'
import { paths } from '../paths'
import { SessionLock } from '../session-lock/session-lock'
import { useIsLocked } from '../session-lock/use-is-locked'
import { useSession } from '../session/use-session'
import { FailedState } from '../ui/failed-state'
import { Breadcrumbs } from './breadcrumbs'
import { adviceOf } from './failure-words'
import { Footer } from './footer'
import { Header } from './header'
import { InstanceBanner } from './instance-banner'
import classes from './shell.module.css'
import { useInstanceQuery } from './use-instance-query'

const ToastHost = lazy(() => import('./toast-host').then(({ ToastHost }) => ({ default: ToastHost })))
const JumpTo = lazy(() => import('./jump-to').then(({ JumpTo }) => ({ default: JumpTo })))

/** What stands around every page. What the installation is comes first: no page is shown without it. */
export function Shell() {
  const instance = useInstanceQuery()
  const { session } = useSession()
  const [jumps, setJumps] = useState(0)
  const jump = () => setJumps((count) => count + 1)
  const isLocked = useIsLocked()
  useHotkeys([['mod+K', () => session !== null && !isLocked && jump()]], [])
  return (
    <div className={classes['shell']}>
      <a href="#main" className={`${classes['skip']} no-print`} onClick={skipToMain}>
        Skip to the content
      </a>
      {instance.data && <InstanceBanner instance={instance.data} />}
      <Header instance={instance.data} onJump={jump} />
      <main id="main" tabIndex={-1} className={classes['main']}>
        <Breadcrumbs />
        <PageReason>
          <StartedPage query={instance} />
        </PageReason>
      </main>
      <Footer />
      <Suspense>
        <ToastHost />
      </Suspense>
      <SessionLock />
      {jumps > 0 && session !== null && (
        <Suspense>
          <JumpTo key={jumps} />
        </Suspense>
      )}
    </div>
  )
}

function StartedPage({ query }: { query: { data: unknown; error: Error | null; refetch: () => Promise<unknown> } }) {
  // What can be told of this device is of most use where nothing else opens.
  const needsNothing = useLocation({ select: ({ pathname }) => pathname === paths.diagnostics().to })
  if (query.data !== undefined || needsNothing) return <Outlet />
  if (query.error === null) return <PageSkeleton />
  const failure = failureOf(query.error)
  return (
    <FailedState
      happened="Application configuration data could not be fetched"
      next={`${failure === null ? query.error.message : adviceOf(failure)} As soon as the server answers, this page goes on by itself.`}
      requestId={failure?.request.request_id ?? undefined}
      onRetry={() => void query.refetch()}
    />
  )
}

/** A page whose kind is not known yet: a heading and a few lines. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height="2.25rem" width="min(24rem, 80%)" />
      <Skeleton height="1rem" width="min(40rem, 95%)" />
      <Skeleton height="12rem" />
    </Stack>
  )
}

/** Moves the focus without writing into the address, which is the page's state. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

import { useHotkeys } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { Outlet, useMatch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useState, type MouseEvent } from 'react'
import { useAnalytics } from './analytics/use-analytics'
import { PageReason } from '../device/offline/page-reason'
import { CannotSave } from '../device/outbox/cannot-save'
import { paths } from '../paths'
import { SessionLockScreen } from '../subjects/sign-in/lock/session-lock-screen'
import { useIsWithheld } from '../device/unlock/device-unlock'
import { useIsLocked } from '../session/lock/device-lock'
import { useSession } from '../session/this-session'
import { Breadcrumbs } from './breadcrumbs'
import { FirstPaintEnd } from './first-paint-end'
import { Footer } from './footer'
import { Header } from './header'
import { InstanceBanner } from '../ui/instance-banner'
import { NotStarted } from './not-started'
import classes from './shell.module.css'
import { useInstanceQuery } from './use-instance-query'
import { deviceStorage } from '../browser/device-storage'
import type { ShownInstance } from './brand'
import { rememberedInstance, rememberInstance } from './remembered-instance'

const AfterFirstPaint = lazy(() =>
  import('./after-first-paint').then(({ AfterFirstPaint }) => ({ default: AfterFirstPaint })),
)
const Shortcuts = lazy(() => import('./shortcuts/shortcuts').then(({ Shortcuts }) => ({ default: Shortcuts })))
const NoticeLine = lazy(() => import('./notice-line').then(({ NoticeLine }) => ({ default: NoticeLine })))
const loadJumpTo = () => import('./jump/jump-to')
const JumpTo = lazy(() => loadJumpTo().then(({ JumpTo }) => ({ default: JumpTo })))

/**
 * The frame of every page, drawn in slices: a slow tablet answers a finger in between. Shows no page before the installation's
 * settings are known.
 */
export function Shell() {
  const isDrawn = useDeferredValue(true, false)
  return isDrawn ? <Frame /> : null
}

function Frame() {
  const instance = useInstanceQuery()
  const shown = useShownInstance(instance.data)
  // The page is drawn in slices too.
  const isStarted = useDeferredValue(instance.data !== undefined)
  const isAwaited = instance.data === undefined ? instance.isPending : !isStarted
  useAnalytics(instance.data)
  const { session } = useSession()
  const [jumps, setJumps] = useState(0)
  const jump = () => setJumps((count) => count + 1)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isLocked = useIsLocked()
  const isWithheld = useIsWithheld()
  useHotkeys([['mod+K', () => session !== null && !isLocked && jump()]], [])
  return (
    <div className={classes['shell']} data-awaiting={isAwaited ? (shown === undefined ? 'all' : 'page') : undefined}>
      <FirstPaintEnd isFramed={shown !== undefined} query={instance} />
      <a href="#main" className={`${classes['skip']} no-print`} onClick={skipToMain}>
        Skip to the content
      </a>
      <div className={classes['top']} data-frame>
        <InstanceBanner instance={shown} />
        <Header instance={shown} isStarted={instance.data !== undefined} onJump={jump} />
      </div>
      {session !== null && !isWithheld && instance.data !== undefined && (
        <Suspense>
          <NoticeLine />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className={classes['main']}>
        {!isWithheld && <Breadcrumbs />}
        {session !== null && <CannotSave />}
        <PageReason>
          <StartedPage query={instance} isStarted={isStarted} />
        </PageReason>
      </main>
      <Footer instance={shown} />
      <Suspense>
        <AfterFirstPaint />
      </Suspense>
      <SessionLockScreen />
      {session !== null && !isLocked && instance.data !== undefined && (
        <Suspense>
          <Shortcuts isSheetOpen={isSheetOpen} onSheet={setSheetOpen} />
        </Suspense>
      )}
      {jumps > 0 && session !== null && !isWithheld && (
        <Suspense>
          <JumpTo key={jumps} onShortcuts={() => setSheetOpen(true)} />
        </Suspense>
      )}
    </div>
  )
}

function StartedPage({ query, isStarted }: { query: UseQueryResult; isStarted: boolean }) {
  // Diagnostics are most useful where nothing else opens.
  const needsNothing = useMatch({ from: paths.diagnostics().to, shouldThrow: false }) !== undefined
  const isWithheld = useIsWithheld()
  // It shows nothing of the person, and decides whether to unlock.
  const isReturning = useMatch({ from: '/$returnName', shouldThrow: false }) !== undefined
  if (isWithheld && !isReturning) return null
  if (isStarted || needsNothing) return <Outlet />
  return <NotStarted query={query} />
}

/** Moves the focus without changing the address, which is the page's state. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

const storage = deviceStorage(() => localStorage)

/** The installation for the frame of the page: the server's, or until then the remembered one. */
const useShownInstance = (instance: ShownInstance | undefined): ShownInstance | undefined => {
  const [remembered] = useState(() => rememberedInstance(storage))
  useEffect(() => {
    if (instance !== undefined) rememberInstance(storage, instance)
  }, [instance])
  return instance ?? remembered
}

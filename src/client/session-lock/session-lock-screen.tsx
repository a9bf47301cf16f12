import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { coverPage } from './covered-page'
import { useIsLocked } from './use-is-locked'

const loadLockPage = () => import('./lock-page')
const LockPage = lazy(() => loadLockPage().then(({ LockPage }) => ({ default: LockPage })))

/**
 * Covers the page while the device is locked. Whoever comes back from a provider passes: the return page holds nothing of the person, and
 * decides whether the lock is opened.
 */
export function SessionLockScreen() {
  const isLocked = useIsLocked()
  // At hand before it is needed, when the connection may be gone; what cannot be had now is asked for again then.
  useEffect(() => void loadLockPage().catch(() => {}), [])
  const isReturning = useLocation({ select: ({ pathname }) => RETURN_PAGE.test(pathname) })
  return isLocked && !isReturning && <Cover />
}

/** Every other address of this form leads nowhere. */
const RETURN_PAGE = /^\/[^/]+-return\/?$/

function Cover() {
  const router = useRouter()
  const [place] = useState(() => {
    const made = document.createElement('div')
    made.dataset['sessionLock'] = ''
    return made
  })
  useLayoutEffect(() => coverPage(document, place), [place])
  return createPortal(
    <Suspense>
      <LockPage addressOf={() => router.state.location.href} />
    </Suspense>,
    place,
  )
}

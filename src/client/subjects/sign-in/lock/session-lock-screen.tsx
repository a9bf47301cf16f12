import { useMatch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { coverPage } from '../../../session/lock/covered-page'
import { useIsLocked } from '../../../session/lock/device-lock'

const loadLockPage = async () => {
  // Preloaded with it: the ways that open it offline.
  void import('../unlock/unlock-offline').catch(() => {})
  return import('./lock-page')
}
const LockPage = lazy(() => loadLockPage().then(({ LockPage }) => ({ default: LockPage })))

/**
 * Covers the page while the device is locked, except the return page of a provider: that shows nothing of the person, and
 * decides whether to unlock.
 */
export function SessionLockScreen() {
  const isLocked = useIsLocked()
  // Preloaded, since the connection may be lost later; a failed load is repeated then.
  useEffect(() => void loadLockPage().catch(() => {}), [])
  const isReturning = useMatch({ from: '/$returnName', shouldThrow: false }) !== undefined
  return isLocked && !isReturning && <Cover />
}

function Cover() {
  const [place] = useState(() => {
    const made = document.createElement('div')
    made.dataset['sessionLock'] = ''
    return made
  })
  useLayoutEffect(() => coverPage(document, place), [place])
  return createPortal(
    <Suspense>
      <LockPage />
    </Suspense>,
    place,
  )
}

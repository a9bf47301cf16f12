import type { AppInstance } from '#contract/app-instance'
import { isProductionInstance } from '#domain/instance'
import { ANALYTICS_ORIGIN } from '#contract/analytics'
import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connection, canReachServer } from '../../device/offline/connection'

/** Written to the console of a production instance without a measurement id. */
const MISSING_ID = 'Application analytics could not be initialised due to missing ID'

/** Counts the pages that are opened, on a production instance that has a measurement id (decision 0045). */
export const useAnalytics = (instance: AppInstance | undefined): void => {
  const router = useRouter()
  const isProduction = instance !== undefined && isProductionInstance(instance.instance)
  const id = instance?.google_analytics_id ?? null
  useEffect(() => {
    if (!isProduction) return undefined
    if (id !== null) return countPages(router, id)
    // oxlint-disable-next-line no-console -- The specification names these words, and people cannot do anything about them.
    console.warn(MISSING_ID)
    return undefined
  }, [router, isProduction, id])
}

/** Counts the open page and each one opened later. A new search or filter does not count as a page. */
const countPages = (router: RegisteredRouter, measurementId: string): (() => void) => {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  const visit = { measurement_id: measurementId, random, began_at: Math.floor(Date.now() / 1000) }
  let open: string | null = null
  let counted = 0
  const count = () => {
    const { pathname } = router.state.location
    if (pathname === open) return
    open = pathname
    sendPageView(visit, templateOf(router), counted)
    counted += 1
  }
  if (router.state.status === 'idle') count()
  return router.subscribe('onResolved', count)
}

/** The path of the open page's route, with names for ids. Nothing else of the address is sent. */
const templateOf = ({ state }: RegisteredRouter): string =>
  (state.matches.at(-1)?.fullPath ?? '').replace(/(?<=.)\/$/, '')

/** Sends without a cookie or referrer and ignores the response. Without a connection, the page is not counted. */
const sendPageView = (visit: Visit, template: string, count: number): void => {
  if (!canReachServer(connection.get().state)) return
  const request = new Request(pageViewAddress(visit, location.origin, template, count), {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    keepalive: true,
  })
  fetch(request).catch(() => {})
}

/** One opening of the app in one tab: a random number, stored nowhere, and the second at which it began. */
type Visit = { measurement_id: string; random: number; began_at: number }

/**
 * The address that counts one page: `template` is its path with every id as a name (`/trials/$trialId`), `count` how many pages
 * were counted before. Nothing else of the page, the person or the device is in it.
 */
const pageViewAddress = (visit: Visit, origin: string, template: string, count: number): string => {
  const address = new URL('/g/collect', ANALYTICS_ORIGIN)
  const query = {
    v: '2',
    tid: visit.measurement_id,
    cid: `${visit.random}.${visit.began_at}`,
    sid: String(visit.began_at),
    _p: String(visit.random),
    _s: String(count + 1),
    npa: '1',
    en: 'page_view',
    dl: `${origin}${template}`,
    dt: template,
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

import { ANALYTICS_ORIGIN } from '#contract/analytics'

/** One opening of the app in one tab: a random number, stored nowhere, and the second at which it began. */
export type Visit = { measurement_id: string; random: number; began_at: number }

/**
 * The address that counts one page: `template` is its path with every id as a name (`/trials/$trialId`), `count` how many pages
 * were counted before. Nothing else of the page, the person or the device is in it.
 */
export const pageViewAddress = (visit: Visit, origin: string, template: string, count: number): string => {
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

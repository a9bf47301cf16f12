import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../browser/device-storage'

/** At which site a person last randomised on this device, by the id of the trial. */
const lastSites = v.object({ sub: v.string(), sites: v.record(v.string(), v.number()) })

/** The site at which this person last randomised in a trial on this device; null where there is none. */
export const lastSiteOf = (storage: DeviceStorage, sub: string | undefined, trialId: number): number | null =>
  storedSites(storage, sub)[String(trialId)] ?? null

/** Remembers the site for the next participant of this person and trial. */
export const rememberSite = (storage: DeviceStorage, sub: string, trialId: number, siteId: number): void =>
  storage.write(
    STORED.lastSites,
    JSON.stringify({ sub, sites: { ...storedSites(storage, sub), [String(trialId)]: siteId } }),
  )

/** Forgets the sites of everybody but this person; null keeps nobody's. */
export const deleteSitesOfOthers = (storage: DeviceStorage, sub: string | null): void => {
  if (sub === null || storedOf(storage)?.sub !== sub) storage.remove(STORED.lastSites)
}

const storedSites = (storage: DeviceStorage, sub: string | undefined): Record<string, number> => {
  const stored = storedOf(storage)
  return stored !== null && stored.sub === sub ? stored.sites : {}
}

/** Null too where something else than this app has written there. */
const storedOf = (storage: DeviceStorage): v.InferOutput<typeof lastSites> | null => {
  try {
    const parsed = v.safeParse(lastSites, JSON.parse(storage.read(STORED.lastSites) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../browser/device-storage'

/** The site of a person's last randomisation on this device, by the id of the trial. */
const lastSites = v.object({ sub: v.string(), sites: v.record(v.string(), v.number()) })

/** The site of this person's last randomisation in a trial on this device; null where there is none. */
export const lastSiteOf = (storage: DeviceStorage, sub: string | undefined, trialId: number): number | null =>
  storedSites(storage, sub)[String(trialId)] ?? null

/** Remembers the site of a randomisation for this person's next participant in the trial. */
export const rememberSite = (storage: DeviceStorage, sub: string, trialId: number, siteId: number): void =>
  storage.write(
    STORED.lastSites,
    JSON.stringify({ sub, sites: { ...storedSites(storage, sub), [String(trialId)]: siteId } }),
  )

/** Deletes the sites of everybody but this person; with null, of everybody. */
export const deleteSitesOfOthers = (storage: DeviceStorage, sub: string | null): void => {
  if (sub === null || storedOf(storage)?.sub !== sub) storage.remove(STORED.lastSites)
}

const storedSites = (storage: DeviceStorage, sub: string | undefined): Record<string, number> => {
  const stored = storedOf(storage)
  return stored !== null && stored.sub === sub ? stored.sites : {}
}

/** Null also for a value that this app did not write. */
const storedOf = (storage: DeviceStorage): v.InferOutput<typeof lastSites> | null => {
  try {
    const parsed = v.safeParse(lastSites, JSON.parse(storage.read(STORED.lastSites) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

import { FOUND_KINDS, MAX_RECENT, type FoundKind } from '#contract/search'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../browser/device-storage'

/** The records that a person last opened from the search on this device: kinds and ids alone, the last one first. */
const recentFinds = v.object({ sub: v.string(), names: v.array(v.string()) })

/** A record or action that was opened, as the server's search names it: `participant-12`. */
export type FindName = `${FoundKind}-${number}`

const isFindName = (name: string): name is FindName =>
  FOUND_KINDS.some((kind) => name.startsWith(`${kind}-`) && /^[1-9]\d{0,14}$/.test(name.slice(kind.length + 1)))

/** The records that this person last opened; empty for anybody else. */
export const recentFindsOf = (storage: DeviceStorage, sub: string | undefined): FindName[] => {
  const stored = storedOf(storage)
  return stored !== null && stored.sub === sub ? stored.names.filter(isFindName).slice(0, MAX_RECENT) : []
}

export const rememberFind = (storage: DeviceStorage, sub: string, name: FindName): void => {
  const others = recentFindsOf(storage, sub).filter((one) => one !== name)
  storage.write(STORED.recentFinds, JSON.stringify({ sub, names: [name, ...others].slice(0, MAX_RECENT) }))
}

/** Deletes the records of everybody but this person; with null, of everybody. */
export const deleteFindsOfOthers = (storage: DeviceStorage, sub: string | null): void => {
  if (sub === null || storedOf(storage)?.sub !== sub) storage.remove(STORED.recentFinds)
}

/** Null also for a value that this app did not write. */
const storedOf = (storage: DeviceStorage): v.InferOutput<typeof recentFinds> | null => {
  try {
    const parsed = v.safeParse(recentFinds, JSON.parse(storage.read(STORED.recentFinds) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../../../browser/device-storage'

const declined = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

const storedSubs = (storage: DeviceStorage): string[] => {
  const parsed = v.safeParse(declined, storage.read(STORED.unlockDeclined))
  return parsed.success ? parsed.output : []
}

/** Whether this person does not want to be offered a PIN or passkey on this device again. */
export const hasDeclinedUnlock = (storage: DeviceStorage, sub: string): boolean => storedSubs(storage).includes(sub)

/** Remembers that, also for later sign-ins on this device. */
export const declineUnlock = (storage: DeviceStorage, sub: string): void =>
  storage.write(STORED.unlockDeclined, JSON.stringify([...new Set([...storedSubs(storage), sub])]))

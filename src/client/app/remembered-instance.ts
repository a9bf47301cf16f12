import { appInstance } from '#contract/app-instance'
import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../browser/device-storage'
import type { ShownInstance } from './brand'

const shown = v.object({
  instance: appInstance.entries.instance,
  service_name: appInstance.entries.service_name,
  university_name: appInstance.entries.university_name,
  university_logo: appInstance.entries.university_logo,
  university_accent: appInstance.entries.university_accent,
  privacy_url: appInstance.entries.privacy_url,
  contact_url: appInstance.entries.contact_url,
})

/**
 * The installation's settings for the frame, remembered on this device, so that nothing moves when the server sends
 * them.
 */
export const rememberedInstance = (storage: DeviceStorage): ShownInstance | undefined => {
  const stored = storage.read(STORED.instance)
  if (stored === null) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), shown), stored)
  return parsed.success ? parsed.output : undefined
}

export const rememberInstance = (storage: DeviceStorage, instance: ShownInstance): void =>
  storage.write(STORED.instance, JSON.stringify(v.parse(shown, instance)))

import { chromiumDevice } from './chromium-device'
import { firefoxDevice } from './firefox-device'
import { journeys } from './journey'

/** `test` for journeys of people with a tablet of each browser; `TABLET_BROWSERS` has those that are installed. */
export const tabletJourneys = () =>
  journeys('people').extend('devices', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
    const devices = { Chromium: chromiumDevice(portal.url), Firefox: firefoxDevice(portal.url) }
    onCleanup(async () => {
      for (const device of Object.values(devices)) await device.scrap()
    })
    return devices
  })

import { chromiumDevice } from './chromium-device'
import { FIREFOX } from './firefox'
import { firefoxDevice } from './firefox-device'
import { SCENARIOS } from './offline-scenarios'

/** What turns on the app alone, and on nothing in which browsers differ. */
const IN_ONE_BROWSER = ['killed while saving', 'session over with a queue', 'dispensed elsewhere']

/** The browsers that tablets have, whether each is here, and what may befall it. */
export const TABLET_BROWSERS = [
  { browser: 'Chromium', makeDevice: chromiumDevice, isHere: true, scenarios: SCENARIOS },
  {
    browser: 'Firefox',
    makeDevice: firefoxDevice,
    isHere: FIREFOX !== null,
    scenarios: SCENARIOS.filter(({ name }) => !IN_ONE_BROWSER.includes(name)),
  },
] as const

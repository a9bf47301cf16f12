import { chromiumDevice } from './chromium-device'
import { FIREFOX } from './firefox'
import { firefoxDevice } from './firefox-device'

/** The browsers that tablets have, and whether each is here. */
export const TABLET_BROWSERS = [
  { browser: 'Chromium', makeDevice: chromiumDevice, isHere: true },
  { browser: 'Firefox', makeDevice: firefoxDevice, isHere: FIREFOX !== null },
] as const

import { chromiumDevice } from './chromium-device'
import { FIREFOX } from './firefox'
import { firefoxDevice } from './firefox-device'

/** The browsers of tablets, and whether each is installed. */
export const TABLET_BROWSERS = [
  { browser: 'Chromium', makeDevice: chromiumDevice, isHere: true },
  { browser: 'Firefox', makeDevice: firefoxDevice, isHere: FIREFOX !== null },
] as const

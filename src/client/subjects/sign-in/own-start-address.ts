import { getMe } from '#contract/session'
import { startAddress } from '../../desk/start-page'
import { call } from '../../device/call'
import { paths } from '../../paths'

/** A slow answer about it is not waited for: home is never wrong. */
const TIMEOUT_MS = 3000

/** The address of the page with which the person who has just signed in begins. */
export const ownStartAddress = async (): Promise<string> => {
  const me = await call(getMe, {}, { timeout_ms: TIMEOUT_MS })
  return me.ok ? startAddress(me.value) : paths.home().to
}

import { createPasskeyWay, type PasskeyWay } from './passkey-way'
import { createPinWay, type PinWay } from './pin-way'
import type { UnlockDependencies } from './unlock-dependencies'
import { createWrappedKey, type Page, type WrappedKey } from './wrapped-key'

export type Ways = PinWay & PasskeyWay & Pick<WrappedKey, 'remove'>

/** Setting, using and removing each way to unlock. Loaded separately, since few visits use it. */
export const createWays = (deps: UnlockDependencies, page: Page): Ways => {
  const key = createWrappedKey(deps, page)
  return { ...createPinWay(deps, page, key), ...createPasskeyWay(deps, page, key), remove: key.remove }
}

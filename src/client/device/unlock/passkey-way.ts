import { PIN_TRIES } from '#domain/this-device/pin'
import type { PasskeyFault } from './passkey'
import type { UnlockDependencies } from './unlock-dependencies'
import { newSalt, type Page, type SetOutcome, type WrappedKey } from './wrapped-key'

export type PasskeyWay = {
  /**
   * Creates a passkey and sets it, with the person's confirmation. Except for `set`, nothing was set. `already_set`:
   * another tab has set one, which a new one would replace in the browser at once.
   */
  setPasskey: (name: string) => Promise<SetOutcome | 'already_set' | PasskeyFault>
  /** Asks for the passkey on the locked device. A cancelled question changes nothing. `gone`: it is not on this device any more. */
  unlockWithPasskey: () => Promise<'opened' | 'wrong' | 'not_now' | 'gone' | PasskeyFault>
}

/**
 * The passkey: the browser asks for it, and its output wraps the key. Tries are not counted, since nobody can guess 32
 * bytes.
 */
export const createPasskeyWay = (
  deps: UnlockDependencies,
  { inOrder, refresh }: Page,
  key: WrappedKey,
): PasskeyWay => ({
  setPasskey: async (name) => {
    const present = key.now()
    if (present === null || !deps.canReach()) return 'not_set'
    if ((await (await deps.records()).read('passkey', present.sub)) !== null) {
      await refresh()
      return 'already_set'
    }
    const [passkeys, salt] = [await deps.passkeys(), newSalt()]
    // Before the report to the server: a cancelled prompt changes nothing.
    const created = await passkeys.create({ device_id: deps.deviceId(), sub: present.sub, name }, salt)
    if (typeof created === 'string') return created
    const { credential_id, material } = created
    let outcome: SetOutcome = 'not_set'
    try {
      if (key.now()?.id === present.id)
        outcome = await key.set('passkey', { salt, name, contents: { credential_id } }, async () => material)
    } finally {
      if (outcome !== 'set') await passkeys.forget(credential_id)
    }
    return outcome
  },
  unlockWithPasskey: async () => {
    const present = key.lockedAway()
    if (present === null) return 'not_now'
    const { sub } = present
    const records = await deps.records()
    const stored = await records.read('passkey', sub)
    // Out of order: a question may stay open for minutes, and the lock must not wait for it.
    const material = stored && (await (await deps.passkeys()).confirm(stored))
    if (typeof material === 'string') return material
    return inOrder(async () => {
      if (key.lockedAway()?.id !== present.id) return 'not_now'
      const record = await records.read('passkey', sub)
      const tries = (await records.read('pin', sub))?.tries_left ?? PIN_TRIES
      const outcome =
        record && material ? await key.openWith(present, 'passkey', record, material, PIN_TRIES - tries) : 'gone'
      await refresh()
      return outcome
    })
  },
})

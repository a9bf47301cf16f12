import { PIN_TRIES, pinFault } from '#domain/this-device/pin'
import type { UnlockDependencies } from './unlock-dependencies'
import { newSalt, type Page, type SetOutcome, type WrappedKey } from './wrapped-key'

export type PinWay = {
  /** Sets a PIN, or another one. Rejects where this device cannot store it. */
  setPin: (pin: string, name: string) => Promise<SetOutcome>
  /**
   * Tries a PIN on the locked device. Only the right one opens it. `not_now`: the server can be reached, so that a sign-in opens
   * the device and no try was counted.
   */
  unlock: (pin: string) => Promise<'opened' | 'wrong' | 'not_now' | 'locked_out'>
}

/** The PIN: stretched before it wraps, and tried five times at most. */
export const createPinWay = (deps: UnlockDependencies, { inOrder, refresh }: Page, key: WrappedKey): PinWay => {
  const ended = async (): Promise<'locked_out'> => {
    await refresh()
    return 'locked_out'
  }
  return {
    setPin: async (pin, name) => {
      if (pinFault(pin) !== null) return 'not_set'
      const salt = newSalt()
      const contents = { cost: deps.cost, tries_left: PIN_TRIES }
      return key.set('pin', { salt, name, contents }, () => deps.stretch(pin, salt, deps.cost))
    },
    unlock: (pin) =>
      inOrder(async () => {
        const present = key.lockedAway()
        if (present === null) return 'not_now'
        const { sub } = present
        const records = await deps.records()
        const stored = await records.read('pin', sub)
        // Before a try is taken: where this device cannot stretch, no PIN was checked. None is set on a locked device meanwhile.
        const stretched = stored && (await deps.stretch(pin, stored.salt, stored.cost))
        const record = await records.spendTry(sub, key.spentOf(sub))
        if (record === null || stretched === null) return ended()
        const outcome = await key.openWith(present, 'pin', record, stretched, PIN_TRIES - record.tries_left)
        if (outcome === 'gone' || (outcome === 'wrong' && (await records.fail(key.spentOf(sub))) === 0)) return ended()
        await refresh()
        return outcome
      }),
  }
}

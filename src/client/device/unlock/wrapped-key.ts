import { PIN_TRIES } from '#domain/this-device/pin'
import { wayEvents, type OfflineUnlockEvent, type UnlockWay } from '#domain/this-device/unlock-ways'
import { answersKeyOf } from '#offline/sealed-answer'
import { importOutboxKey } from '#offline/sealed-text'
import type { UnlockEvent, UnlockRecord, WayContents } from '#offline/unlock-record'
import { createDeviceKey, unwrapSecret, wrapSecret } from '#offline/unlock-seal'
import type { Session } from '../../session/session'
import { removeKeys } from './remove-keys'
import type { Bytes, UnlockDependencies } from './unlock-dependencies'

/** The part of the page that the ways share: its order of changes, and its view. */
export type Page = {
  /** One change of this device after the other, for a lock must not overtake an unlock; nothing here waits for the network. */
  inOrder: <T>(work: () => Promise<T>) => Promise<T>
  /** Alone on this device, with the lock as it is now: another tab may have opened it meanwhile. */
  alone: <T>(work: () => Promise<T>, whenLeft: T) => Promise<T>
  refresh: () => Promise<void>
  goOn: () => void
  /** The events that this device could not store, to be reported while the page is open. */
  unstored: UnlockEvent[]
}

/** `not_confirmed`: its person declined the fresh sign-in that the server asks for. */
export type SetOutcome = 'set' | 'not_set' | 'not_confirmed'

/** The person's key, wrapped once for each way. */
export type WrappedKey = ReturnType<typeof createWrappedKey>

/** Wraps the person's key in a way, and opens the device with what a way has unwrapped. */
export const createWrappedKey = (deps: UnlockDependencies, { inOrder, alone, refresh, goOn, unstored }: Page) => {
  const now = (): Session | null => deps.session.get().session
  const eventOf = (sub: string, event: OfflineUnlockEvent, wrong_tries: number): UnlockEvent => ({
    id: deps.makeId(),
    sub,
    event,
    performed_at: deps.now(),
    wrong_tries,
  })
  const spentOf = (sub: string): UnlockEvent => eventOf(sub, 'locked_out', PIN_TRIES)
  const bondOf = (way: UnlockWay, sub: string) => ({ way, origin: deps.origin, device_id: deps.deviceId(), sub })

  const open = async (present: Session, secret: Bytes): Promise<boolean> => {
    if (now()?.id !== present.id) return false
    await (await deps.snapshots()).seal(present.sub, await answersKeyOf(secret))
    await deps.seals.adopt(await importOutboxKey(secret))
    secret.fill(0)
    deps.lock.open()
    return true
  }

  /** The server has recorded a way that was not stored. A former one of its kind still opens, and was not removed. */
  const reportAsRemoved = async (way: UnlockWay, sub: string) => {
    const records = await deps.records()
    if ((await records.read(way, sub)) !== null) return
    const event = eventOf(sub, wayEvents(way).removed, 0)
    await records.addEvent(event).catch(() => unstored.push(event))
    goOn()
  }

  return {
    now,
    /** The event of a PIN without a try left. */
    spentOf,
    /**
     * The session of the locked device while the server cannot be reached, so that another way than a sign-in may open
     * it.
     */
    lockedAway: (): Session | null => (deps.lock.isLocked.get() && !deps.canReach() ? now() : null),
    /** Opens the device with the bytes of a way; refuses bytes that did not wrap the key. */
    openWith: async <Way extends UnlockWay>(
      present: Session,
      way: Way,
      record: UnlockRecord<Way>,
      material: Bytes,
      wrongTries: number,
    ): Promise<'opened' | 'wrong' | 'gone'> => {
      const { sub } = present
      const secret = await unwrapSecret(material, record.device_key, bondOf(way, sub), record.wrapped)
      if (secret === null) return 'wrong'
      const event = { ...eventOf(sub, wayEvents(way).unlocked, wrongTries), session: present.id }
      const spent = spentOf(sub)
      const records = await deps.records()
      if (!(await records.succeed(way, event, spent))) return 'gone'
      let isOpen = false
      try {
        isOpen = await alone(() => open(present, secret), false)
      } finally {
        if (!isOpen) {
          // The audit log must not say that a device was unlocked which stayed locked.
          await records.withdrawUnlock(event).catch(deps.onError)
          // A key that a slow database still stores would stay on a locked device.
          if (deps.lock.isLocked.get()) await removeKeys(deps, sub)
        }
      }
      if (!isOpen) return 'gone'
      goOn()
      return 'opened'
    },
    /** Wraps the person's key in a way, once the server has recorded the way. Rejects where this device cannot store it. */
    set: async <Way extends UnlockWay>(
      way: Way,
      { salt, name, contents }: { salt: Bytes; name: string; contents: WayContents[Way] },
      makeMaterial: () => Promise<Bytes>,
    ): Promise<SetOutcome> => {
      const present = now()
      if (present === null) return 'not_set'
      const { sub, id: session } = present
      const secret = await deps.fetchSecret()
      if (secret === null) return 'not_set'
      const device_key = await createDeviceKey()
      const wrapped = await wrapSecret(await makeMaterial(), device_key, bondOf(way, sub), secret)
      const answersKey = await answersKeyOf(secret)
      secret.fill(0)
      const record = { sub, session, name, salt, device_key, wrapped, ...contents }
      // After all that may fail but the store: the audit log must not have a way that was never set.
      const reported = await deps.report(eventOf(sub, wayEvents(way).set, 0))
      if (reported !== 'recorded') return reported === 'not_confirmed' ? reported : 'not_set'
      const put = async (): Promise<SetOutcome> => {
        if (now()?.id !== session || deps.lock.isLocked.get()) return 'not_set'
        const snapshots = await deps.snapshots()
        // The store may have had no owner since it failed when the page was opened: then it would seal nothing.
        await snapshots.begin(sub)
        await snapshots.seal(sub, answersKey)
        await (await deps.records()).put(way, record)
        // It is set, also where it cannot be read at once.
        await refresh().catch(deps.onError)
        return 'set'
      }
      let outcome: SetOutcome = 'not_set'
      try {
        outcome = await inOrder(() => alone<SetOutcome>(put, 'not_set'))
      } finally {
        if (outcome !== 'set') void reportAsRemoved(way, sub).catch(deps.onError)
      }
      return outcome
    },
    /** Removes a way: its record, and the passkey from the browser's list. Rejects where it stays. */
    remove: (way: UnlockWay): Promise<void> =>
      inOrder(async () => {
        const present = now()
        if (present !== null) {
          const records = await deps.records()
          const passkey = way === 'passkey' ? await records.read(way, present.sub) : null
          await records.remove(way, eventOf(present.sub, wayEvents(way).removed, 0))
          if (passkey !== null)
            void deps
              .passkeys()
              .then(({ forget }) => forget(passkey.credential_id))
              .catch(deps.onError)
        }
        await refresh().catch(deps.onError)
        goOn()
      }),
  }
}

export const newSalt = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

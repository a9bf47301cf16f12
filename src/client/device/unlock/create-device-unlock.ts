import { PIN_TRIES, pinFault, type OfflineUnlockEvent } from '#domain/this-device/pin'
import type { PinEvent, PinRecord, PinRecords, StretchCost } from '#offline/pin-records'
import { createDeviceKey, unwrapSecret, wrapSecret } from '#offline/pin-seal'
import { answersKeyOf } from '#offline/sealed-answer'
import { importOutboxKey } from '#offline/sealed-text'
import type { OneAtATime } from '#offline/one-at-a-time'
import type { Snapshots } from '#offline/snapshots'
import { settlesWithinTimeout } from '#offline/timeout'
import type { SessionLock } from '../../session/lock/create-session-lock'
import type { Session } from '../../session/session'
import type { SessionState } from '../../session/session-store'
import { createStore, type Store } from '../../browser/store'
import type { OutboxSeals } from '../outbox/outbox-seals'
import { removeKeys, repeated } from './remove-keys'
import { reportEvents, type Reported } from './report-events'

type Bytes = Uint8Array<ArrayBuffer>

type Dependencies = {
  session: Pick<Store<SessionState>, 'get' | 'subscribe'>
  lock: Pick<SessionLock, 'open' | 'followStorage'> & { isLocked: Pick<Store<boolean>, 'get' | 'subscribe'> }
  /** Runs work while no other tab opens or covers the device. */
  alone: OneAtATime
  records: () => Promise<PinRecords>
  snapshots: () => Promise<Pick<Snapshots, 'seal' | 'lock' | 'sealOf'>>
  seals: Pick<OutboxSeals, 'adopt' | 'deleteKey'>
  /** Fetches the person's outbox key from the server; null where it does not answer. */
  fetchSecret: () => Promise<Bytes | null>
  canReach: () => boolean
  /** Tells the server of an event. */
  report: (event: PinEvent) => Promise<Reported>
  stretch: (pin: string, salt: Bytes, cost: StretchCost) => Promise<Bytes>
  cost: StretchCost
  origin: string
  deviceId: () => string
  now: () => number
  makeId: () => string
  /** Whether something is half typed or being sent on this page, which then stays as it is. */
  isBusy: () => boolean
  /** Called when the lock fell over this open page, which has in its memory what it showed. */
  dropMemory: () => void
  /** Called with an error of the device's store that nobody waits for. */
  onError: (error: unknown) => void
}

/** The PIN of the signed-in person on this device, for screens. */
export type PinView = {
  state: 'unread' | 'none' | 'set' | 'locked_out'
  name: string | null
  tries_left: number
}

/** `not_now`: the server can be reached, so that a sign-in opens the device and no try was counted. */
type UnlockOutcome = 'opened' | 'wrong' | 'locked_out' | 'not_now'

export type DeviceUnlock = {
  view: Store<PinView>
  /** Whether the page below the lock is not even drawn, since a PIN protects what it would show, or is still looked for. */
  isWithheld: Store<boolean>
  /** Removes the keys where the page opens locked. Settles before anything is read; never rejects. */
  coverAtLoad: () => Promise<unknown>
  /** Sets a PIN, or another one. False where the server refused or did not answer; rejects where this device cannot store it. */
  set: (pin: string, name: string) => Promise<boolean>
  remove: () => Promise<void>
  /** Tries a PIN on the locked device. Only the right one opens it. */
  unlock: (pin: string) => Promise<UnlockOutcome>
  /** Reports what is not yet reported, and makes stored answers readable again where the server gives the key. */
  goOn: () => void
  /** Follows the lock and the session. Returns a function that stops this. */
  follow: () => () => void
}

const UNREAD: PinView = { state: 'unread', name: null, tries_left: 0 }

/**
 * The unlock without network (decision 0071): while the device is locked, the keys of unsent actions and stored answers are gone from it,
 * and a PIN opens the one copy that is wrapped.
 */
export const createDeviceUnlock = (deps: Dependencies): DeviceUnlock => {
  const view = createStore<PinView>(UNREAD)
  const isWithheld = createStore(deps.session.get().session !== null && deps.lock.isLocked.get())
  let atLoad: Promise<unknown> | undefined
  let previous: Session | null = null
  let reporting: Promise<void> = Promise.resolve()
  /** One change of this device after the other, for a lock must not overtake an unlock; nothing here waits for the network. */
  let queue: Promise<unknown> = Promise.resolve()

  const now = (): Session | null => deps.session.get().session
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work)
    queue = next.catch(() => {})
    return next
  }
  /** Alone on this device, with the lock as it is now: another tab may have opened it meanwhile. */
  const alone = async <T>(work: () => Promise<T>, whenLeft: T): Promise<T> => {
    let outcome = whenLeft
    await deps.alone(async () => {
      deps.lock.followStorage()
      outcome = await work()
    })
    return outcome
  }
  const inBackground = (work: () => Promise<unknown>) => void inOrder(work).catch(deps.onError)
  const eventOf = (sub: string, event: OfflineUnlockEvent, wrong_tries: number): PinEvent => ({
    id: deps.makeId(),
    sub,
    event,
    performed_at: deps.now(),
    wrong_tries,
  })
  const spent = (sub: string) => eventOf(sub, 'locked_out', PIN_TRIES)
  const bondOf = (sub: string) => ({ origin: deps.origin, device_id: deps.deviceId(), sub })

  const refresh = async () => {
    const present = now()
    if (present === null) return view.set(UNREAD)
    const records = await deps.records()
    const record = await records.read(present.sub)
    const isLockedOut =
      record === null &&
      (await records.events(present.sub)).findLast(({ event }) => event !== 'unlocked')?.event === 'locked_out'
    view.set(viewOf(record, isLockedOut))
  }

  const hasPin = async (sub: string): Promise<boolean> => {
    try {
      return (await repeated(async () => (await deps.records()).read(sub))) !== null
    } catch (error) {
      if (view.get().state !== 'set') throw error
      return true
    }
  }
  /** Removes what can be read without the PIN. */
  const removeReadable = async () => {
    const present = now()
    if (present === null || !deps.lock.isLocked.get()) return false
    if (!(await hasPin(present.sub))) {
      // After the last wrong PIN nothing is readable here any more, and a sign-in makes it so again.
      if ((await (await deps.snapshots()).sealOf(present.sub)) !== 'locked') isWithheld.set(false)
      return false
    }
    if (!deps.isBusy()) isWithheld.set(true)
    await removeKeys(deps, present.sub)
    return deps.lock.isLocked.get()
  }
  const cover = async (hasShownContent: boolean) => {
    const isCovered = await alone(removeReadable, false)
    // Nothing is read any more by a page that is being left.
    if (isCovered && hasShownContent && !deps.isBusy()) deps.dropMemory()
    else await refresh()
  }
  const coverAtLoad = () => {
    atLoad ??= settlesWithinTimeout(inOrder(() => cover(false)).catch(deps.onError))
    return atLoad
  }

  /** After a sign-in that opened the device, the server gives the key of stored answers. */
  const uncover = async () => {
    const present = now()
    if (present === null || deps.lock.isLocked.get() || !deps.canReach()) return
    const snapshots = await deps.snapshots()
    if ((await snapshots.sealOf(present.sub)) !== 'locked') return
    const secret = await deps.fetchSecret()
    if (secret === null) return
    const answersKey = await answersKeyOf(secret)
    const seal = async () => {
      if (now()?.sub === present.sub && !deps.lock.isLocked.get()) await snapshots.seal(present.sub, answersKey)
    }
    await inOrder(() => alone(seal, undefined))
  }

  /** A record lives as long as its session, and passes on to the next one only where the same person signs in over it. */
  const followSession = async (before: Session | null, present: Session | null) => {
    const records = await deps.records()
    if (before !== null && present?.sub === before.sub) await records.passOn(present.sub, before.id, present.id)
    await records.deleteOthers(present?.id ?? null)
  }

  const goOn = () => {
    void uncover().catch(deps.onError)
    reporting = reporting.then(() => reportEvents({ ...deps, session: now })).catch(deps.onError)
  }

  const open = async (present: Session, secret: Bytes): Promise<boolean> => {
    if (now()?.id !== present.id) return false
    await (await deps.snapshots()).seal(present.sub, await answersKeyOf(secret))
    await deps.seals.adopt(await importOutboxKey(secret))
    secret.fill(0)
    deps.lock.open()
    return true
  }

  return {
    view,
    isWithheld,
    coverAtLoad,
    set: async (pin, name) => {
      const present = now()
      if (present === null || pinFault(pin) !== null) return false
      const { sub, id: session } = present
      if ((await deps.report(eventOf(sub, 'pin_set', 0))) !== 'recorded') return false
      const secret = await deps.fetchSecret()
      if (secret === null) return false
      const salt = crypto.getRandomValues(new Uint8Array(16))
      const device_key = await createDeviceKey()
      const wrapped = await wrapSecret(await deps.stretch(pin, salt, deps.cost), device_key, bondOf(sub), secret)
      const answersKey = await answersKeyOf(secret)
      secret.fill(0)
      const record = { sub, session, name, salt, cost: deps.cost, device_key, wrapped, tries_left: PIN_TRIES }
      const put = async () => {
        if (now()?.id !== session || deps.lock.isLocked.get()) return false
        await (await deps.snapshots()).seal(sub, answersKey)
        await (await deps.records()).put(record)
        await refresh()
        return true
      }
      return inOrder(() => alone(put, false))
    },
    remove: () =>
      inOrder(async () => {
        const present = now()
        if (present !== null) await (await deps.records()).remove(eventOf(present.sub, 'pin_removed', 0))
        await refresh()
        goOn()
      }),
    unlock: (pin) =>
      inOrder(async () => {
        const present = now()
        if (present === null || !deps.lock.isLocked.get() || deps.canReach()) return 'not_now'
        const { sub } = present
        const records = await deps.records()
        const stored = await records.read(sub)
        // Before a try is taken: where this device cannot stretch, no PIN was checked. None is set on a locked device meanwhile.
        const stretched = stored && (await deps.stretch(pin, stored.salt, stored.cost))
        const record = await records.spendTry(sub, spent(sub))
        if (record === null || stretched === null) return ended()
        const secret = await unwrapSecret(stretched, record.device_key, bondOf(sub), record.wrapped)
        if (secret === null) {
          if ((await records.fail(spent(sub))) === 0) return ended()
          await refresh()
          return 'wrong'
        }
        const isRecorded = await records.succeed(eventOf(sub, 'unlocked', PIN_TRIES - record.tries_left))
        if (!isRecorded || !(await alone(() => open(present, secret), false))) return ended()
        await refresh()
        goOn()
        return 'opened'
      }),
    goOn,
    follow: () => {
      const onSession = () => {
        const [before, present] = [previous, now()]
        previous = present
        if (before === null || before.id !== present?.id) inBackground(() => followSession(before, present))
        inBackground(refresh)
        goOn()
      }
      const onLock = () => {
        if (deps.lock.isLocked.get()) return inBackground(() => cover(true))
        isWithheld.set(false)
        inBackground(refresh)
        goOn()
      }
      onSession()
      if (deps.lock.isLocked.get()) void coverAtLoad()
      else isWithheld.set(false)
      const stops = [deps.session.subscribe(onSession), deps.lock.isLocked.subscribe(onLock)]
      return () => {
        for (const stop of stops) stop()
        atLoad = undefined
      }
    },
  }

  async function ended(): Promise<'locked_out'> {
    await refresh()
    return 'locked_out'
  }
}

const viewOf = (record: PinRecord | null, isLockedOut: boolean): PinView => {
  if (record === null) return { state: isLockedOut ? 'locked_out' : 'none', name: null, tries_left: 0 }
  const { name, tries_left } = record
  return { state: tries_left === 0 ? 'locked_out' : 'set', name, tries_left }
}

import { answersKeyOf } from '#offline/sealed-answer'
import type { Session } from '../../session/session'
import { reportEvents } from './report-events'
import type { UnlockDependencies } from './unlock-dependencies'
import type { Page } from './wrapped-key'

type GoOn = {
  /** Makes stored answers readable again with the server's key, after a sign-in that opened the device. */
  uncover: () => Promise<boolean>
  /** Stores the wrong PINs that no unlock followed, and reports every event. */
  report: () => Promise<boolean>
}

/** The work that needs the server, each false where it did not answer. Loaded separately, since a first visit has none of it. */
export const createGoOn = (
  deps: UnlockDependencies,
  { inOrder, alone, refresh, unstored }: Omit<Page, 'goOn'>,
): GoOn => {
  const now = (): Session | null => deps.session.get().session

  /** The device was opened by a sign-in after wrong PINs, or its page closed during the last try. */
  const settleTries = async () => {
    const present = now()
    deps.lock.followStorage()
    // Without the server a PIN may be tried meanwhile.
    if (present === null || !deps.canReach()) return
    await (await deps.records()).settleTries(present.sub, !deps.lock.isLocked.get())
    await refresh()
  }

  return {
    uncover: async () => {
      const present = now()
      if (present === null || deps.lock.isLocked.get() || !deps.canReach()) return true
      const snapshots = await deps.snapshots()
      if ((await snapshots.sealOf(present.sub)) !== 'locked') return true
      const secret = await deps.fetchSecret()
      if (secret === null) return false
      const answersKey = await answersKeyOf(secret)
      const seal = async () => {
        if (now()?.sub === present.sub && !deps.lock.isLocked.get()) await snapshots.seal(present.sub, answersKey)
      }
      await inOrder(() => alone(seal, undefined))
      return true
    },
    report: async () => {
      await inOrder(settleTries).catch(deps.onError)
      return reportEvents({ ...deps, session: now, unstored })
    },
  }
}

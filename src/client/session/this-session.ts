import { deviceTraffic } from '../api/device-traffic'
import { timeAtLeast } from '../api/server-clock'
import { deviceStorage } from '../browser/device-storage'
import { useStore } from '../browser/store'
import { createSessionStore, type SessionState } from './session-store'

/** The time by which a session expires, in milliseconds since the epoch. */
export const sessionNow = (): number =>
  timeAtLeast(deviceTraffic.get().clock, { now: Date.now(), steady: performance.now() })

/** The session of this browser. */
export const session = createSessionStore(
  deviceStorage(() => localStorage),
  sessionNow,
)

/** The session, or why nobody is signed in. */
export const useSession = (): SessionState => useStore(session.state)

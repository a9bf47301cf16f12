import { session } from '../api/browser-call'
import { useStore } from '../device/store'
import type { SessionState } from './session-store'

/** The session, or why nobody is signed in. */
export const useSession = (): SessionState => useStore(session.state)

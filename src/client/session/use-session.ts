import { session } from '../api/browser-call'
import { useStore } from '../store'
import type { SessionState } from './session-store'

/** Who is signed in, or why nobody is. */
export const useSession = (): SessionState => useStore(session.state)

import { isWrite, type Endpoint } from './endpoint'
import { isPublic } from './needs'
import { flagParticipant, settleRandomisation } from './participants'
import type { StoredKind } from './stored-calls'
import { dispenseStudyPacks } from './study-packs'

/** The calls that may wait on a device, by the kind of their actions. */
const WAITING: Record<StoredKind, Endpoint> = { flag: flagParticipant, dispense: dispenseStudyPacks }
/** The outcome of a randomisation whose answer was lost is asked for without a press, and is nothing new. */
const ALLOWED: ReadonlySet<Endpoint> = new Set([...Object.values(WAITING), settleRandomisation])

/**
 * Whether a call asks its person to sign in where a PIN or passkey has opened their device without the server since their last sign-in
 * (decision 0071). Reads do not, nor what may wait on a device, nor calls about one's own account and sessions.
 */
export const asksAfterOfflineUnlock = (endpoint: Endpoint): boolean =>
  isWrite(endpoint) && !isPublic(endpoint) && endpoint.needs.kind !== 'signed_in' && !ALLOWED.has(endpoint)

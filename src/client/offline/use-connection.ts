import { useSyncExternalStore } from 'react'
import { connection } from '../api/browser-call'
import { canReachServer, type ConnectionState } from './connection'

/** How the server can be reached just now; the component is drawn again only when the face changes. */
export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore(connection.subscribe, () => connection.get().state)

/** Since when that is so, in milliseconds since the epoch. */
export const useConnectionSince = (): number => useSyncExternalStore(connection.subscribe, () => connection.get().since)

/** Whether the server is known to be away, so that what only it can do is not offered. */
export const useIsAway = (): boolean => !canReachServer(useConnectionState())

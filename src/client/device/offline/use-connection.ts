import { useSyncExternalStore } from 'react'
import { connection, canReachServer, type ConnectionState } from './connection'

/** The state of the connection; renders the component again only when it changes. */
export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore(connection.subscribe, () => connection.get().state)

/** When the state last changed, in milliseconds since the epoch. */
export const useConnectionSince = (): number => useSyncExternalStore(connection.subscribe, () => connection.get().since)

/** Whether the server is away, so that actions that need it are not offered. */
export const useIsAway = (): boolean => !canReachServer(useConnectionState())

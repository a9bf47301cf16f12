import type { ConnectionState } from './connection'

/** Why the shown content is stored, or why there is none. */
export const WHY_OLD: Record<ConnectionState, string> = {
  online: 'The server has not answered yet.',
  degraded: 'Slow connection. The server has not answered yet.',
  offline: 'No connection.',
  intercepted: 'Sign in to the Wi-Fi to go online.',
}

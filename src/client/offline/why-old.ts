import type { ConnectionFace } from './connection'

/** Why what is shown is not what the server says now, or why nothing is. */
export const WHY_OLD: Record<ConnectionFace, string> = {
  online: 'The server has not answered yet.',
  degraded: 'The connection is slow, and the server has not answered yet.',
  offline: 'The server cannot be reached.',
  intercepted: 'The server cannot be reached until you sign in to the Wi-Fi.',
}

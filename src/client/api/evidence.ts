/**
 * What one request showed:
 * - `answered`: the server's own answer, after so many milliseconds
 * - `waiting`: no answer yet, and longer than is usual
 * - `stored`: what this device keeps was shown in place of an answer that did not come soon
 * - `unreachable`: none at all (refused, reset, timed out, or a gateway said that nobody is behind it)
 * - `foreign`: an answer that is not the server's, such as the page of a Wi-Fi that wants a sign-in
 */
export type Evidence =
  | { kind: 'answered'; at: number; ms: number }
  | { kind: 'waiting'; at: number }
  | { kind: 'stored' }
  | { kind: 'unreachable'; at: number }
  | { kind: 'foreign'; at: number }

/** An answer that takes longer than this, in milliseconds, makes the connection slow. */
export const SLOW_AFTER_MS = 3000

/**
 * The evidence of one request:
 * - `answered`: the server's own answer, after so many milliseconds
 * - `waiting`: no answer yet, and longer than is usual
 * - `stored`: a stored answer was shown, since the server's did not come soon
 * - `unreachable`: no answer at all (refused, reset, timed out, or a gateway without a server behind it)
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

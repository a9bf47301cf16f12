import { SCANNED_WITHIN_MS } from '../../browser/scanner-pace'

/** How long the second key of two may take, in milliseconds. */
const SECOND_KEY_MS = 1500

/** The time and the timer of the reader, passed in so that tests need no real ones. */
type Clock = {
  now: () => number
  later: (action: () => void, ms: number) => () => void
}

/**
 * Reads single keys and pairs such as `g h`, and passes known ones to `onKeys`. A key acts only if no other follows at
 * once: so fast a sequence comes from a scanner.
 */
export const createKeyReader = (
  isFirstOfTwo: (key: string) => boolean,
  onKeys: (keys: string) => void,
  clock: Clock,
) => {
  let last = -Infinity
  let silentUntil = -Infinity
  let first: { key: string; at: number } | null = null
  let cancel = () => {}
  const read = (key: string) => {
    const at = clock.now()
    const isSecond = first !== null && at - first.at <= SECOND_KEY_MS
    if (!isSecond && isFirstOfTwo(key)) {
      first = { key, at }
      return
    }
    const keys = isSecond ? `${first?.key} ${key}` : key
    first = null
    onKeys(keys)
  }
  return {
    press: (key: string) => {
      const at = clock.now()
      cancel()
      const isBurst = at - last <= SCANNED_WITHIN_MS
      last = at
      if (isBurst || at < silentUntil) {
        first = null
        return
      }
      cancel = clock.later(() => read(key), SCANNED_WITHIN_MS + 1)
    },
    /** Ignores keys for so many milliseconds: a dialog is opening, and the next keys are for it. */
    silence: (ms: number) => {
      cancel()
      first = null
      silentUntil = clock.now() + ms
    },
    stop: () => cancel(),
  }
}

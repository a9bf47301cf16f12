const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPENING_LIST, CLOSING_LIST] = [0x5b, 0x5d]
const [OPENING_OBJECT, CLOSING_OBJECT] = [0x7b, 0x7d]

/**
 * Whether lists and objects of a JSON text in UTF-8 are nested deeper than `limit`, also in invalid JSON; brackets in strings do
 * not count. One pass over the bytes: a parser would take seconds on a hostile text.
 */
export const isNestedDeeperThan = (limit: number, json: Uint8Array): boolean => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPENING_LIST || byte === OPENING_OBJECT) {
      depth += 1
      if (depth > limit) return true
    } else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) depth -= 1
  }
  return false
}

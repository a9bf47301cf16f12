/** Of 32 random bytes about 30 differ; 16 or fewer have a chance of 3 in 10¹⁴. */
const TOO_FEW_DIFFERENT = 16

/**
 * Whether a key (32 bytes) has a pattern that can be guessed: a byte or a shorter sequence repeated, few different bytes, or
 * bytes that ascend or descend by equal steps.
 */
export const isGuessable = (key: Uint8Array): boolean => {
  const steps = new Set([...key].slice(1).map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256))
  return new Set(key).size <= TOO_FEW_DIFFERENT || steps.size === 1
}

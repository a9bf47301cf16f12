/** The stored check of a pack's three digits: their salted hash, in hex. */
type CodeCheck = { salt: string; hash: string }

/** Whether three digits are those of a pack; `not_checkable` where this device cannot check them. */
export type CodeVerdict = 'right' | 'wrong' | 'not_checkable'

/**
 * Compares three digits with the stored check of a pack: SHA-256 over the salt and the digits, as the server makes it.
 * It guards against mistakes, not against an attacker, who can try all thousand at once. `subtle` is the browser's own
 * hash.
 */
export const checkCode = async (
  code: string,
  check: CodeCheck | undefined,
  subtle: Pick<SubtleCrypto, 'digest'>,
): Promise<CodeVerdict> => {
  if (check === undefined) return 'not_checkable'
  try {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(`${check.salt}${code}`))
    return hexOf(digest) === check.hash ? 'right' : 'wrong'
  } catch {
    // A browser that fails to hash must not leave the dialog sending for ever.
    return 'not_checkable'
  }
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

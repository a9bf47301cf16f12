/**
 * The `sub` of a token, or null where it cannot be read. The server checks the signature; here the `sub` only selects whose
 * stored answers may be shown.
 */
export const tokenSubject = (authorization: string | null): string | null => {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(authorization ?? '')?.[1]
  if (payload === undefined) return null
  const claims = decoded(payload)
  return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string'
    ? claims.sub
    : null
}

const decoded = (base64url: string): unknown => {
  try {
    return JSON.parse(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

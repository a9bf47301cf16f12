import { hkdfSync } from 'node:crypto'

/** What made a wall view: who, when, and their idempotency key or the number of the request. */
type MadeBy = { created_by: number; created_at: string; key: string }

/**
 * The secret of a wall view's link. It is derived from the instance's `SEED_KEY` and what made the view, so that a repeat of the request
 * answers the same link and the database alone never yields it. HKDF-SHA-256 (RFC 5869). Never stored or logged.
 */
export const wallViewToken = (seedKey: Uint8Array, { created_by, created_at, key }: MadeBy): string =>
  Buffer.from(hkdfSync('sha256', seedKey, key, `equipoise|wall-view|${created_by}|${created_at}`, 32)).toString(
    'base64url',
  )

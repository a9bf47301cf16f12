import { hkdfSync } from 'node:crypto'

/** The view: its number in the trial, and when it was made. */
type MadeView = { trial_id: number; place: number; created_at: string }

/**
 * The secret of a wall view's link. It is derived from the instance's `SEED_KEY` and the view, so that a repeat of the request answers the
 * same link and the database alone never yields it. HKDF-SHA-256 (RFC 5869). Never stored or logged.
 */
export const wallViewToken = (seedKey: Uint8Array, { trial_id, place, created_at }: MadeView): string =>
  Buffer.from(hkdfSync('sha256', seedKey, `${trial_id}|${place}`, `equipoise|wall-view|${created_at}`, 32)).toString(
    'base64url',
  )

import { Secret, TOTP } from 'otpauth'

/** How long a code is shown, in seconds. */
const STEP_SECONDS = 30

/** Codes of the steps before and after are accepted too, since phone clocks differ. */
const WINDOW = 1

/** The length of a secret in bytes: that of the hash (RFC 4226, section 4). */
export const FACTOR_SECRET_BYTES = 20

const generator = (secret: Uint8Array, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: secretOf(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, label, issuer })

const secretOf = (secret: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(secret).buffer })

/** The step of this code at `now` (RFC 6238), or null where it is not a code of an accepted step. */
export const stepOfCode = (secret: Uint8Array, code: string, now: string): number | null => {
  const timestamp = Date.parse(now)
  const delta = generator(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta
}

/** A secret for an authenticator app: as an address for a QR code, and as text to be typed. */
export const secretForApp = (secret: Uint8Array, { account, service }: { account: string; service: string }) => ({
  address: generator(secret, account, service).toString(),
  text: secretOf(secret).base32,
})

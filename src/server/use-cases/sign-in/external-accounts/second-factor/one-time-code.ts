import { Secret, TOTP } from 'otpauth'

/** How long one code is shown, in seconds. */
const STEP_SECONDS = 30

/** Codes of the step before and of the one after are taken too, since clocks of phones differ. */
const WINDOW = 1

/** Bytes of a secret: as many as the hash has (RFC 4226, section 4). */
export const FACTOR_SECRET_BYTES = 20

const generator = (secret: Uint8Array, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: secretOf(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, label, issuer })

const secretOf = (secret: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(secret).buffer })

/** The step whose code this is at `now` (RFC 6238), or null where it is the code of none that is taken. */
export const stepOfCode = (secret: Uint8Array, code: string, now: string): number | null => {
  const timestamp = Date.parse(now)
  const delta = generator(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta
}

/** A secret as an authenticator app takes it: as an address for a QR code, and as text to be typed. */
export const secretForApp = (secret: Uint8Array, { account, service }: { account: string; service: string }) => ({
  address: generator(secret, account, service).toString(),
  text: secretOf(secret).base32,
})

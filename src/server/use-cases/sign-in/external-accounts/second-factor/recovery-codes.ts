import { sha256 } from '../../../../ground/secrets/sha256'
import { Secret } from 'otpauth'
import type { ServerContext } from '../../../call/server-context'

/** The number of codes, and the bytes of each: too many for an attacker with their hashes to guess. */
const CODES = 10
const CODE_BYTES = 10

/** New recovery codes as they are shown: four times four letters and digits. */
export const newRecoveryCodes = ({ randomBytes }: Pick<ServerContext, 'randomBytes'>): string[] =>
  Array.from({ length: CODES }, () => {
    const { base32 } = new Secret({ buffer: Uint8Array.from(randomBytes(CODE_BYTES)).buffer })
    return base32.replace(/(.{4})(?=.)/g, '$1-')
  })

/** The hash of a recovery code, in whatever spelling it is typed. */
export const hashOfRecoveryCode = (accountId: string, code: string): Uint8Array =>
  sha256(`recovery code|${accountId}|${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`)

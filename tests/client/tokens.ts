import { NOW } from './fixed-clock'

/** An unsigned token of this person and session. It expires at `exp` (seconds since the epoch), an hour from NOW. */
export const aToken = (sub: string, exp = NOW / 1000 + 3600, sid = `session-of-${sub}`): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'EdDSA' })}.${part({ sub, sid, exp })}.signature`
}

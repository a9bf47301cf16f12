import { NOW } from './fixed-clock'

/** A token that says whose it is, of which session, and when it ends (seconds since the epoch), an hour from NOW; nobody signed it. */
export const aToken = (sub: string, exp = NOW / 1000 + 3600, sid = `session-of-${sub}`): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'EdDSA' })}.${part({ sub, sid, exp })}.signature`
}

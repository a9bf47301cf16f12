/** A token that says whose it is and when it ends (seconds since the epoch); nobody signed it. */
export const aToken = (sub: string, exp: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'EdDSA' })}.${part({ sub, exp })}.signature`
}

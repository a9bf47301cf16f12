import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A valid certificate of this machine, which can be replaced by an expired one. */
export type Certificates = {
  /** The file of the authority that signed both. */
  authority: string
  certificate: string
  key: string
  /** Installs the expired or the valid certificate. */
  put: (which: 'sound' | 'expired') => void
}

const DAYS = { sound: '30', expired: '-1' } as const

/** Makes an authority and both certificates with openssl. */
export const makeCertificates = (folder: string): Certificates => {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const named = (name: string) => ['-subj', `/CN=${name}`]
  openssl('req', '-x509', ...newKey, ...named('Rehearsal'), '-keyout', at('ca.key'), '-out', at('ca.crt'))
  openssl('req', ...newKey, ...named('127.0.0.1'), '-keyout', at('server.key'), '-out', at('server.csr'))
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1')
  for (const [which, days] of Object.entries(DAYS)) {
    const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial']
    const out = ['-days', days, '-extfile', at('names'), '-out', at(`${which}.crt`)]
    openssl('x509', '-req', '-in', at('server.csr'), ...signer, ...out)
  }
  const certificate = at('server.crt')
  const put: Certificates['put'] = (which) => copyFileSync(at(`${which}.crt`), certificate)
  put('sound')
  return { authority: at('ca.crt'), certificate, key: at('server.key'), put }
}

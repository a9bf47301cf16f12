import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from './settings'

/** A host that shows a certificate to the portal or its users, and when that ends; null where it could not be read. */
type CertificateEnd = { host: string; ends_at: string | null }

/** Reads the ends of the certificates of the configured hosts. */
export type CertificateReader = () => Promise<readonly CertificateEnd[]>

type Place = { host: string; name: string; port: number }

/** The longest wait for a host, in milliseconds. */
const LONGEST_WAIT_MS = 3_000

/** How long what was read is not read again, in milliseconds; shorter where a host did not answer. */
const VALID_MS = 60 * 60 * 1000
const VALID_UNKNOWN_MS = 5 * 60 * 1000

/** How old what was read may be while it is read again, in milliseconds. */
const LONGEST_SHOWN_MS = 2 * VALID_MS

/**
 * Reads the certificates of the public address, the sign-in providers and the mail server, as far as each is reached by
 * TLS from the beginning. The first reading is waited for, for three seconds at most, and so is one after two hours
 * without any. Others run behind an answer with the values before.
 */
export const certificateReader = (config: Settings, now: () => string): CertificateReader => {
  const places = certificatePlaces(config)
  let last: { read_at: string; ends: readonly CertificateEnd[] } | undefined
  let reading: Promise<readonly CertificateEnd[]> | undefined
  const read = async () => {
    const read_at = now()
    const ends = await Promise.all(places.map(async (place) => ({ host: place.host, ends_at: await endOf(place) })))
    last = { read_at, ends }
    reading = undefined
    return ends
  }
  return async () => {
    if (places.length === 0) return []
    // Ahead or behind: what was read by a clock that was ahead would count as new for as long.
    const age = last === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(now()) - Date.parse(last.read_at))
    if (last !== undefined && age < validity(last.ends)) return last.ends
    reading ??= read()
    return last !== undefined && age < LONGEST_SHOWN_MS ? last.ends : reading
  }
}

const validity = (ends: readonly CertificateEnd[]): number =>
  ends.some(({ ends_at }) => ends_at === null) ? VALID_UNKNOWN_MS : VALID_MS

type Settings = Pick<Config, 'public_url' | 'smtp_url'> & {
  providers: Partial<Record<string, { issuer: string }>>
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'smtps:': 465 }

/** Each host once. No address of a request is ever among them. */
const certificatePlaces = ({ public_url, providers, smtp_url }: Settings): Place[] => {
  const issuers = Object.values(providers).flatMap((provider) => provider?.issuer ?? [])
  const places = [public_url, ...issuers, ...(smtp_url === null ? [] : [smtp_url])].flatMap((address) => {
    const { protocol, host, hostname, port } = new URL(address)
    const defaultPort = DEFAULT_PORTS[protocol]
    if (defaultPort === undefined) return []
    return [{ host, name: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? defaultPort : Number(port) }]
  })
  return [...new Map(places.map((place) => [place.host, place])).values()]
}

/** When the certificate of a host ends; null where the host does not show one in time. Nothing is sent to it. */
const endOf = ({ name, port }: Place): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({
      host: name,
      port,
      servername: isIP(name) === 0 ? name : '',
      // An ended certificate, or one of a private authority, is read too: nothing that the host says is believed.
      rejectUnauthorized: false,
    })
    const finish = (end: string | null) => {
      clearTimeout(late)
      socket.destroy()
      resolve(end)
    }
    const late = setTimeout(() => finish(null), LONGEST_WAIT_MS)
    socket.once('secureConnect', () => finish(instantOf(socket.getPeerCertificate().valid_to)))
    socket.on('error', () => finish(null))
  })

const instantOf = (time: string | undefined): string | null => {
  const date = new Date(time ?? '')
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

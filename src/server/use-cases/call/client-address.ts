import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isIP } from 'node:net'
import type { Config, TrustedProxies } from '../../ground/settings'

/**
 * The network address that a request comes from, to count tries by: that of the connection, or behind proxies that are trusted, the
 * last that such a one says it was asked by. Whoever else says so is not believed, on this machine neither: anybody can. Of IPv6
 * the first 64 bits: so much one household has at the least. Empty where no connection tells it.
 */
export const clientAddress = (
  requestContext: Context,
  { trusted_proxies }: Pick<Config, 'trusted_proxies'>,
): string => {
  const forwardedFor = (requestContext.req.header('X-Forwarded-For') ?? '')
    .split(',')
    .map((address) => plain(address.trim()))
  const { incoming }: Partial<HttpBindings> = requestContext.env ?? {}
  let address = incoming === undefined ? '' : plain(getConnInfo(requestContext).remote.address ?? '')
  // Each proxy wrote at the end by whom it was asked.
  for (const before of forwardedFor.toReversed()) {
    if (!isAmong(trusted_proxies, address) || isIP(before) === 0) break
    address = before
  }
  return network(address)
}

/** An IPv4 address as itself also where it came over a socket of IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const isAmong = (proxies: TrustedProxies, address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

const network = (address: string): string => {
  if (isIP(address) !== 6) return address
  // An address of the web has one way to write it.
  const [before = '', after] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

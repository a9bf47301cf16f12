import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isIP } from 'node:net'
import type { Config, TrustedProxies } from '../../ground/settings'

/**
 * The network address of a request, against which attempts are counted: that of the connection, or behind trusted proxies the
 * last address that one of them reports. `X-Forwarded-For` of any other sender is ignored, also on this machine, since anybody
 * can write it. An IPv6 address counts by its first 64 bits, which one household shares. Empty without a connection.
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
  // Each proxy appends the address of its own client.
  for (const before of forwardedFor.toReversed()) {
    if (!isAmong(trusted_proxies, address) || isIP(before) === 0) break
    address = before
  }
  return network(address)
}

/** An IPv4 address in its own form, also where it arrived over an IPv6 socket. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const isAmong = (proxies: TrustedProxies, address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

const network = (address: string): string => {
  if (isIP(address) !== 6) return address
  // A URL has one canonical form of an address.
  const [before = '', after] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

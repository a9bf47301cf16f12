import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { BlockList, isIP } from 'node:net'

/**
 * The network address that a request comes from, to count tries by: that of the connection, or where it is this machine's own,
 * as that of a proxy on it is, the last that the proxy says it was asked from. Whoever else says so is not believed: in a
 * private network, too, anybody can. Of IPv6 the first 64 bits: so much one household has at the least.
 */
export const clientAddress = (context: Context): string => {
  const peer = plain(getConnInfo(context).remote.address ?? '')
  const told = plain(context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '')
  return network(isThisMachine(peer) && isIP(told) !== 0 ? told : peer)
}

/** An IPv4 address as itself also where it came over a socket of IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const isThisMachine = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && LOOPBACK.check(address, version === 6 ? 'ipv6' : 'ipv4')
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

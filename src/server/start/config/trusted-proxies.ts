import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'
import type { TrustedProxies } from '../../ground/settings'
import { text } from './setting-values'

/** Addresses, and networks as an address with a prefix length (`10.0.0.0/8`), separated by commas. */
export const trustedProxies = v.pipe(
  text,
  v.transform((list) => list.split(',').map((entry) => entry.trim())),
  v.check(
    (entries) => entries.every((entry) => networkOf(entry) !== null),
    'must be addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by commas',
  ),
  v.transform((entries): TrustedProxies => {
    const list = new BlockList()
    for (const { address, prefix, family } of entries.flatMap((entry) => networkOf(entry) ?? [])) {
      list.addSubnet(address, prefix, family)
    }
    return list
  }),
)

/** No proxy is trusted. */
export const NO_PROXIES: TrustedProxies = new BlockList()

const networkOf = (entry: string) => {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return null
  const bits = version === 6 ? 128 : 32
  const prefix = length === undefined ? bits : Number(length)
  return prefix <= bits ? { address, prefix, family: version === 6 ? ('ipv6' as const) : ('ipv4' as const) } : null
}

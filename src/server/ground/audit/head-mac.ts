import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from '../secrets/sha256'
import { keyIdText, openingKeys, type SeedKeys } from '../secrets/seed-keys'

/**
 * The state of a chain: its number of entries, the hash of the last, and the code over both; null where it has none.
 */
export type Chain = { length: number; head: string; head_mac: string | null }

/**
 * The code that proves that a holder of the seed key wrote the length and head of a chain: the key's id, a point, and
 * HMAC-SHA-256 in hex. The hashes of entries need no key and do not change. Source: decision 0038.
 */
export const headMac = (
  seedKey: Uint8Array,
  chain: number,
  { length, head }: Pick<Chain, 'length' | 'head'>,
): string => {
  const key = hmacSha256(seedKey, Buffer.from(PURPOSE))
  const code = hmacSha256(key, Buffer.from(`${chain}|${length}|${head}`))
  return `${keyIdText(seedKey)}.${code.toString('hex')}`
}

/** Whether the code of a chain is that of its length and head under one of the keys. */
export const isHeadAuthentic = (keys: SeedKeys, chain: number, end: Chain): boolean => {
  const stored = Buffer.from(end.head_mac ?? '')
  return openingKeys(keys).some((key) => {
    const expected = Buffer.from(headMac(key, chain, end))
    return stored.length === expected.length && timingSafeEqual(stored, expected)
  })
}

const PURPOSE = 'EQUIPOISE-AUDIT-1|head'

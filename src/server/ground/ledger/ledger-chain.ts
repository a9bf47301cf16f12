import { u64 } from './big-endian'
import { canonicalJson } from './canonical-json'
import type { LedgerDesign, LedgerRecord } from './ledger-records'
import { hmacSha256, sha256 } from '../secrets/sha256'

/** One link as it is stored: the text that was hashed, the salted leaf and the head of the chain after it, in hex. */
export type LedgerLink = { readonly i: number; readonly rec: string; readonly leaf: string; readonly hash: string }

/**
 * h_0, in hex: binds the chain to the commitment (hex) and to the design at Start.
 * Source: src/specification/rct-alloc-1.md#the-chain.
 */
export const genesisHash = (commitmentHex: string, design: LedgerDesign): string =>
  sha256('RCT-ALLOC-1|genesis|', fromHex(commitmentHex), sha256(canonicalJson(design))).toString('hex')

/**
 * The link of record i, given the head h_{i−1} before it (hex; h_0 before the first) and the trial's salt key. The salt
 * keeps a published leaf from being guessed over the few groups. Source: src/specification/rct-alloc-1.md#the-chain.
 */
export const ledgerLink = (saltKey: Uint8Array, previousHash: string, record: LedgerRecord): LedgerLink =>
  linkOfText(saltKey, previousHash, record.i, canonicalJson(record))

/** The link of record i from its canonical text, as it was stored. */
export const linkOfText = (saltKey: Uint8Array, previousHash: string, i: number, rec: string): LedgerLink => {
  const leaf = sha256(LEAF, recordSalt(saltKey, i), rec)
  const hash = sha256(NODE, fromHex(previousHash), leaf)
  return { i, rec, leaf: leaf.toString('hex'), hash: hash.toString('hex') }
}

/** The 16 bytes that salt the leaf of record i. */
const recordSalt = (saltKey: Uint8Array, i: number): Uint8Array => hmacSha256(saltKey, u64(i)).subarray(0, 16)

const LEAF = Uint8Array.of(0x00)
const NODE = Uint8Array.of(0x01)

const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

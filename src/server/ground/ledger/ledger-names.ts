import { u32, u64 } from './big-endian'
import { canonicalJson } from './canonical-json'
import type { HashedName, NamesRecord } from './ledger-records'
import { hmacSha256, sha256 } from '../secrets/sha256'

/** The name of a study group or a site, in plain text. A site has no label. */
export type LedgerName = {
  readonly kind: 'study_group' | 'site'
  readonly id: number
  readonly name: string
  readonly label: string | null
}

/**
 * Record i, which has a salted hash of each name, given the name key of the trial and the names in the order in which they are
 * hashed: study groups and then sites, each by ascending id. Nobody learns a name from its hash before the seed is revealed.
 * Source: src/decisions/0043-names-in-the-ledger.md.
 */
export const namesRecord = (
  nameKey: Uint8Array,
  { i, at }: Pick<NamesRecord, 'i' | 'at'>,
  names: readonly LedgerName[],
): NamesRecord => {
  const hashed = names.map((one, index) => ({ kind: one.kind, id: one.id, hash: nameHash(nameKey, i, index, one) }))
  const of = (kind: LedgerName['kind']): HashedName[] =>
    hashed.flatMap(({ kind: own, ...rest }) => (own === kind ? [rest] : []))
  return { type: 'names', i, at, study_groups: of('study_group'), sites: of('site') }
}

/** Names in the order in which a record hashes them. */
export const inRecordOrder = <Name extends LedgerName>(names: readonly Name[]): Name[] =>
  names.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.id - b.id)

const KINDS: readonly LedgerName['kind'][] = ['study_group', 'site']

const nameHash = (nameKey: Uint8Array, i: number, index: number, { kind, id, name, label }: LedgerName): string => {
  const salt = hmacSha256(nameKey, Buffer.concat([u64(i), u32(index)])).subarray(0, 16)
  return sha256(NAME, salt, canonicalJson({ kind, id, name, ...(label === null ? {} : { label }) })).toString('hex')
}

/** Set apart from the leaves and nodes of the chain. */
const NAME = Uint8Array.of(0x02)

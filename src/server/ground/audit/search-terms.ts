import { AUDIT_KINDS } from '#domain/audit/audit-kind'
import { finished } from '#domain/finished'
import { createHash } from 'node:crypto'
import type { AuditEntry, FieldChange } from './audit-entry'
import { namedPack } from './pack-of-participant'

/** The most terms that fit into a tsvector, 1 MiB; a call can name fewer. */
const MAX_PACKS = 80_000
const MAX_PARTICIPANTS = 20_000

/**
 * All search terms of an entry, outside its hash. The first letter of a term is its type: (c)hain, (u)ser, (k)ind, the
 * writer's view of the (g)roups, (p)articipant's sequence number, (s)tudy pack, (w)ord of the description.
 */
export const searchTerms = (chain: number, entry: AuditEntry): string[] => finished(searchTermsInSteps(chain, entry))

/** The same, in steps of some packs. */
export function* searchTermsInSteps(chain: number, entry: AuditEntry): Generator<undefined, string[]> {
  const { user_id, kind, description, writer_sight = null, participant } = entry
  const isAboutPacks = AUDIT_KINDS[kind] === 'study_packs'
  const packs = isAboutPacks || kind === 'randomised' ? changesOfPacks(entry.changes) : []
  const packTerms = new Set<string>()
  for (const [index, { pack_id }] of packs.entries()) {
    packTerms.add(packTerm(pack_id))
    if (index % PACKS_IN_STEP === PACKS_IN_STEP - 1) yield
  }
  const owners = isAboutPacks ? packs.flatMap(({ owner }) => owner ?? []) : []
  return [
    `c${chain}`,
    `k${kind}`,
    ...(user_id === null ? [] : [`u${user_id}`]),
    ...(writer_sight === null ? [] : [`g${writer_sight}`]),
    // The words of a failed self-check may name groups.
    ...(kind === 'self_check_failed' ? [] : wordsIn(description).map((word) => `w${word}`)),
    ...firstOf(MAX_PARTICIPANTS, [...(participant === undefined ? [] : [participant]), ...owners]).map(
      (number) => `p${number}`,
    ),
    ...[...packTerms].slice(0, MAX_PACKS),
  ]
}

const PACKS_IN_STEP = 500

/** The words of a text, each in lower case, between whatever is neither letter nor digit. */
export const wordsIn = (text: string): string[] =>
  lowerCase(text)
    .split(/[^\p{Alphabetic}\p{Nd}]+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, LONGEST_WORD).join(''))

const LONGEST_WORD = 100

/** The term of a pack by its printed ID, in any case. */
export const packTerm = (packId: string): string =>
  `s${createHash('md5').update(lowerCase(packId)).digest('hex').slice(0, 8)}`

/** Letter by letter, as the database did for earlier entries: each letter's lower case depends on no other. */
const lowerCase = (text: string): string =>
  Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

/** The packs of changes, each with its participant afterwards. */
const changesOfPacks = (changes: readonly FieldChange[]) =>
  changes.flatMap(({ field, new: after }) => {
    const named = namedPack(field)
    return named ? [{ pack_id: named.pack_id, owner: named.column === 'trial_sequence_no' ? after : null }] : []
  })

const firstOf = <T>(limit: number, all: readonly T[]): T[] => [...new Set(all)].slice(0, limit)

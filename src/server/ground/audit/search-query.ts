import type { AuditKind } from '#domain/audit/audit-kind'
import { CHAIN_WITHOUT_TRIAL } from './audit-entry'
import { packTerm, wordsIn } from './search-terms'

/** A search of the audit log; null and empty fields are not compared. `named`: the kinds that `q` may mean. */
export type AuditSearch = {
  q: string
  named: readonly AuditKind[]
  user_id: number | null
  trial_id: number | null
  participant: number | null
  pack_id: string
  kinds: readonly AuditKind[]
  /** Instants: from the first until just before the second. */
  from: string | null
  until: string | null
  /** Whether the entry has a review; both where it is null. */
  is_reviewed: boolean | null
  /** Chains of which the reader may not know. */
  hidden: readonly number[]
  unsearched: Unsearched
  /** By time: the newest first, or the oldest. */
  order: 'asc' | 'desc'
}

/**
 * The kinds that are not found by words of the description, and those that are not found by packs, in the given trials.
 * Entries of the kinds `by_day` are found by their kind alone where their writer is not the reader and saw anything of
 * the groups.
 */
type Unsearched = {
  trials: 'every_trial' | readonly number[]
  by_words: readonly AuditKind[]
  packs: readonly AuditKind[]
  by_day: readonly AuditKind[]
  reader: number
}

/**
 * The condition for entries, as a tsquery over the terms of `searchTerms`: empty where every entry matches, null where
 * none can. Every word of `q` must be in the description, the last one perhaps as a beginning; or the entry is by one
 * of the people with that name.
 */
export const searchQuery = (search: AuditSearch, people: readonly number[]): string | null => {
  const { q, named, user_id, trial_id, participant, pack_id, kinds, unsearched } = search
  const wordTerms = allOf(wordsIn(q).map((word, index, all) => `'w${word}'${index === all.length - 1 ? ':*' : ''}`))
  const text = anyOf([
    wordTerms && allOf([wordTerms, noneOf(unsearched, unsearched.by_words)]),
    ...people.map((id) => `u${id}`),
    ...kindTerms(named),
  ])
  if (q !== '' && text === '') return null
  return allOf([
    text,
    user_id === null ? '' : `u${user_id}`,
    trial_id === null ? '' : `c${trial_id}`,
    participant === null ? '' : `p${participant}`,
    pack_id === '' ? '' : allOf([packTerm(pack_id), noneOf(unsearched, unsearched.packs)]),
    anyOf(kindTerms(kinds)),
    withoutRedactedMatches(search),
  ])
}

/**
 * The person, packs and participants are redacted from actions on packs that are shown by their day: they must not be
 * found by these.
 */
const withoutRedactedMatches = ({ q, named, user_id, participant, pack_id, unsearched }: AuditSearch): string => {
  const isByText = user_id === null && participant === null && pack_id === ''
  if (isByText && q === '') return ''
  return noneOf(unsearched, unsearched.by_day, [
    `u${unsearched.reader}`,
    'gnothing',
    ...(isByText ? kindTerms(named) : []),
  ])
}

/**
 * The condition that an entry is of none of these kinds where its reader is blinded, unless it has another term; empty
 * where that makes no difference.
 */
const noneOf = ({ trials }: Unsearched, kinds: readonly AuditKind[], unless: readonly string[] = []): string => {
  const withinChains = trials === 'every_trial' ? not(`c${CHAIN_WITHOUT_TRIAL}`) : anyOf(trials.map((id) => `c${id}`))
  return withinChains && kinds.length > 0 ? not(allOf([anyOf(kindTerms(kinds)), withinChains, not(anyOf(unless))])) : ''
}

const kindTerms = (kinds: readonly AuditKind[]): string[] => kinds.map((kind) => `'k${kind}'`)

const joined =
  (operator: string) =>
  (parts: readonly string[]): string => {
    const nonEmpty = parts.filter((part) => part !== '')
    return nonEmpty.length < 2 ? (nonEmpty[0] ?? '') : `(${nonEmpty.join(operator)})`
  }
const allOf = joined(' & ')
const anyOf = joined(' | ')
const not = (part: string): string => part && `!${part}`

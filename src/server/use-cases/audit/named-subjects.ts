import { namedPack } from '../../ground/audit/pack-of-participant'
import type { ShownAudit } from './shown-audits'

/**
 * The subjects of an entry: users by their ids, and of its trial participants by their numbers and packs by their IDs.
 */
export type NamedSubjects = { users: number[]; participants: number[]; packs: string[] }

/**
 * The subjects in the words and changes of an entry, at most so many of each. Only of the parts shown to the viewer, so
 * that a link reveals no more than the entry.
 */
export const namedSubjects = (entry: ShownAudit, limit: number | 'all'): NamedSubjects => {
  const { description, changes, is_type_user_change } = entry
  const isAboutParticipant = entry.is_type_randomisation || entry.is_type_unblinded || entry.is_type_flagged
  const named = changes.flatMap((change) => ({ ...change, ...namedPack(change.field) }))
  const packs = named.flatMap(({ pack_id }) => pack_id ?? [])
  const owners = named
    .filter(({ column }) => column === 'trial_sequence_no')
    .flatMap((change) => [change.old, change.new])
  const users = changes.filter(({ field }) => USER_FIELDS.includes(field)).flatMap((change) => [change.old, change.new])
  return {
    users: firstOf([...(is_type_user_change ? numberIn(USER, description) : []), ...users.filter(isNumber)], limit),
    participants: firstOf(
      [...(isAboutParticipant ? numberIn(PARTICIPANT, description) : []), ...owners.filter(isNumber)],
      limit,
    ),
    packs: firstOf(packs, limit),
  }
}

/** Fields whose values are ids of users. */
const USER_FIELDS: readonly string[] = ['recipient_user_id', 'requested_by_user_id']

/** The words with which descriptions begin that name a user or a participant by number. A name within them is never taken for one. */
const USER =
  /^(?:User|Permission \d+ (?:granted to|of) user|Notifications of user|A link for 24 hours to associate an account with user) (\d+)\b/
const PARTICIPANT = /^(?:Participant|Inadvertent unblinding of participant) (\d+) /

const numberIn = (pattern: RegExp, text: string): number[] => {
  const match = pattern.exec(text)?.[1]
  return match === undefined ? [] : [Number(match)]
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

const firstOf = <T>(all: readonly T[], limit: number | 'all'): T[] =>
  [...new Set(all)].slice(0, limit === 'all' ? undefined : limit)

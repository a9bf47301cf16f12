import { namedPack } from '../../ground/audit/pack-of-participant'
import type { ShownAudit } from './shown-audits'

/** What an entry names: users by their ids, and of its trial participants by their numbers and packs by what stands on them. */
export type NamedSubjects = { users: number[]; participants: number[]; packs: string[] }

/**
 * What the words and changes of an entry name, at most so many of each. It goes by what the viewer is shown, so that a link tells
 * nothing that the entry does not.
 */
export const namedSubjects = (entry: ShownAudit, limit: number | 'all'): NamedSubjects => {
  const { description, changes, is_type_user_change } = entry
  const isAboutParticipant = entry.is_type_randomisation || entry.is_type_unblinded || entry.is_type_flagged
  const named = changes.flatMap((change) => ({ ...change, ...namedPack(change.field) }))
  const packs = named.flatMap(({ pack_id }) => pack_id ?? [])
  const owners = named
    .filter(({ column }) => column === 'trial_sequence_no')
    .flatMap((change) => [change.old, change.new])
  const recipients = changes
    .filter(({ field }) => field === 'recipient_user_id')
    .flatMap((change) => [change.old, change.new])
  return {
    users: firstOf(
      [...(is_type_user_change ? numberIn(USER, description) : []), ...recipients.filter(isNumber)],
      limit,
    ),
    participants: firstOf(
      [...(isAboutParticipant ? numberIn(PARTICIPANT, description) : []), ...owners.filter(isNumber)],
      limit,
    ),
    packs: firstOf(packs, limit),
  }
}

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

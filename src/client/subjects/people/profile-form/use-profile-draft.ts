import { newUser } from '#contract/user-accounts'
import { useState } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../../device/use-busy-while'

/** A profile while it is written. */
export type ProfileDraft = { name: string; email: string; selected_timezone: string | null }

export const EMPTY_PROFILE: ProfileDraft = { name: '', email: '', selected_timezone: null }

type Fields = Readonly<Record<string, string>>

/**
 * A profile while it is written: what stands in it, what stands against it, and what would be sent. What the server refused
 * of a field is shown until the field is changed.
 */
export const useProfileDraft = (initial: ProfileDraft, refused: Fields) => {
  const [draft, setDraft] = useState(initial)
  const [sent, setSent] = useState<ProfileDraft | null>(null)
  const parsed = v.safeParse(newUser, draft)
  const isDirty = !isSame(draft, initial)
  useBusyWhile('form', isDirty)
  const own = sent === null ? {} : profileFaults(draft)
  const stillRefused = (field: keyof ProfileDraft) => (draft[field] === sent?.[field] ? refused[field] : undefined)
  return {
    draft,
    isDirty,
    write: (change: Partial<ProfileDraft>) => setDraft({ ...draft, ...change }),
    faultOf: (field: keyof ProfileDraft): string | undefined => own[field] ?? stillRefused(field),
    /** The profile as it is sent, or null: then its faults show. */
    ask: () => {
      setSent(draft)
      return parsed.success ? parsed.output : null
    },
  }
}

/** What stands against a profile, by field. */
export const profileFaults = (draft: ProfileDraft): Fields => {
  const faults: Record<string, string> = {}
  for (const issue of v.safeParse(newUser, draft).issues ?? []) faults[v.getDotPath(issue) ?? ''] ??= issue.message
  return faults
}

const isSame = (one: ProfileDraft, other: ProfileDraft) => JSON.stringify(one) === JSON.stringify(other)

import { undoneEntry, type RecentEntry } from '#domain/audit/undo'
import { describe, expect, test } from 'vitest'

/* An undo takes back exactly a person's own last action on a record. */

const ME = 4
const FLAGGED = { field: 'flag_status', old: 'Unflagged', new: 'Flagged' }
const UNFLAGGED = { field: 'flag_status', old: 'Flagged', new: 'Unflagged' }

const entry = (id: number, changes: Partial<RecentEntry> = {}): RecentEntry => ({
  id,
  user_id: ME,
  kind: 'participant_flagged',
  description: 'Participant 12 flagged in trial 5',
  changes: [FLAGGED],
  ...changes,
})

const undo = (...recent: RecentEntry[]) =>
  undoneEntry(recent, {
    user_id: ME,
    kinds: ['participant_flagged', 'participant_unflagged'],
    subject: 'Participant 12 ',
    changes: [UNFLAGGED],
  })

const TOO_LATE = { ok: false, refusal: 'Nothing was undone: the action was more than a minute ago, or was not yours' }
const CHANGED = { ok: false, refusal: 'Nothing was undone: it has been changed again since' }

test('undoes the last entry about the same subject', () => {
  expect(undo(entry(7))).toEqual({ ok: true, value: 7 })
})

describe("ignores other people's actions on other subjects meanwhile", () => {
  test.each<[string, Partial<RecentEntry>]>([
    ['another participant', { user_id: 9, description: 'Participant 120 flagged in trial 5' }],
    ['another kind of entry', { user_id: 9, kind: 'participant_unblinded' }],
    ['another field', { user_id: 9, changes: [{ field: 'comment', old: null, new: 'a' }] }],
  ])('%s', (_says, changes) => {
    expect(undo(entry(8, changes), entry(7))).toEqual({ ok: true, value: 7 })
  })
})

test('the words about what an entry undoes or acknowledges are no part of the change', () => {
  const more = [
    FLAGGED,
    { field: 'acknowledge_pattern', old: null, new: 'Known' },
    { field: 'undoes', old: null, new: 3 },
  ]
  expect(undo(entry(7, { changes: more }))).toEqual({ ok: true, value: 7 })
})

describe('an undo is refused', () => {
  test('where nothing was done recently', () => {
    expect(undo()).toEqual(TOO_LATE)
  })

  test.each<[string, RecentEntry[]]>([
    ['somebody else’s', [entry(8, { user_id: 9 })]],
    ['the service’s', [entry(8, { user_id: null })]],
    ['changed by another since, even if it is as it was', [entry(9, { user_id: 9 }), entry(7)]],
    ['undone already', [entry(8, { kind: 'participant_unflagged', changes: [UNFLAGGED] }), entry(7)]],
    ['only a part of what was done', [entry(7, { changes: [FLAGGED, { field: 'more', old: 1, new: 2 }] })]],
  ])('for an entry that is %s', (_says, recent) => {
    expect(undo(...recent)).toEqual(CHANGED)
  })
})

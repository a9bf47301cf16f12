import { describe, expect, test } from 'vitest'
import type { SessionState } from '../../../../../src/client/session/session-store'
import { createStore } from '../../../../../src/client/browser/store'
import { draftKey, followDraftOwner, mayKeepDraft } from '../../../../../src/client/subjects/trials/form/draft-owner'
import { draftAt, dropDraft, keepDraft, type Draft } from '../../../../../src/client/subjects/trials/form/drafts'
import { blankSite, blankTrialForm } from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { memoryStorage } from '../../../memory-storage'

/* The tab's draft of an unsaved form, and when it is deleted. */

const aDraft = (): Draft => ({
  kept_at: 1,
  setup_version: 3,
  base: blankTrialForm(),
  mine: { ...blankTrialForm(), title: 'Mine', sample_size: '', sites: [{ ...blankSite(), low_pack_level: 5 }] },
})
const KEY = draftKey('7', 12)

describe('a draft', () => {
  test('is restored as it was stored, until it is dropped', () => {
    const storage = memoryStorage()
    expect(keepDraft(storage, KEY, aDraft())).toBe(true)
    expect(draftAt(storage, KEY)).toEqual(aDraft())
    dropDraft(storage, KEY)
    expect(draftAt(storage, KEY)).toBeNull()
  })

  test.each([
    ['that is no JSON', '{'],
    ['of a form without a field that this version asks', JSON.stringify({ ...aDraft(), mine: { title: 'Old' } })],
    ['whose list holds something else', JSON.stringify({ ...aDraft(), base: { ...blankTrialForm(), sites: [1] } })],
    ['whose switch is none', JSON.stringify({ ...aDraft(), mine: { ...blankTrialForm(), is_stratified: 'yes' } })],
  ])('%s is no draft', (_says, text) => {
    expect(draftAt(memoryStorage({ [KEY]: text }), KEY)).toBeNull()
  })

  test('that the browser cannot store is not stored, and nothing fails', () => {
    const full = memoryStorage()
    full.setItem = () => {
      throw new Error('quota')
    }
    expect(keepDraft(full, KEY, aDraft())).toBe(false)
  })
})

describe('the remaining drafts of two people', () => {
  const signedIn = (sub: string): SessionState => ({
    session: { token: '', sub, id: `session-of-${sub}`, expires_at: 0 },
    ended: null,
  })
  const ended = (cause: 'signed_out' | 'refused' | 'expired' | 'none'): SessionState => ({
    session: null,
    ended: cause,
    last_sub: '7',
  })
  const OTHER = draftKey('77', null)

  test.each<[when: string, after: SessionState, left: string[]]>([
    ['while the first is signed in', signedIn('7'), [KEY]],
    ['when the other one signs in', signedIn('77'), [OTHER]],
    ['when somebody signed out', ended('signed_out'), []],
    ['when the server refused the session', ended('refused'), []],
    ['when nobody was ever signed in', ended('none'), []],
    ['when the session ran out', ended('expired'), [KEY, OTHER]],
  ])('%s', (_when, after, left) => {
    const storage = memoryStorage({ [KEY]: '{}', [OTHER]: '{}', 'equipoise.else': '1' })
    followDraftOwner(createStore(after), storage)
    expect([KEY, OTHER].filter((key) => storage.getItem(key) !== null)).toEqual(left)
    expect(storage.getItem('equipoise.else')).toBe('1')
    expect(mayKeepDraft(after, '7')).toBe(left.includes(KEY))
  })

  test('is judged again whenever the session changes', () => {
    const state = createStore(signedIn('7'))
    const storage = memoryStorage({ [KEY]: '{}' })
    followDraftOwner(state, storage)
    expect(storage.getItem(KEY)).toBe('{}')
    state.set(ended('signed_out'))
    expect(storage.getItem(KEY)).toBeNull()
  })
})

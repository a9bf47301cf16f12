import type { SessionState } from '../../../session/session-store'
import type { Store } from '../../../browser/store'

const PREFIX = 'equipoise.trial-form.'

/** The key under which a tab stores a person's unsaved form of a trial; null is a new trial. */
export const draftKey = (sub: string, trialId: number | null): string => `${PREFIX}${sub}.${trialId ?? 'new'}`

/** The same for a new trial that begins as a copy of another. */
export const copyDraftKey = (sub: string, copiedId: number): string => `${PREFIX}${sub}.copy-${copiedId}`

/**
 * Whether a person's draft may be stored now: they are signed in, or their session expired and nobody else has signed
 * in since.
 */
export const mayKeepDraft = (state: SessionState, sub: string): boolean =>
  state.session === null ? state.ended === 'expired' && state.last_sub === sub : state.session.sub === sub

/**
 * Deletes stored forms when their person signs out or is refused, and as soon as somebody else is signed in. A session that
 * expired leaves them for its person. Returns a function that stops this.
 */
export const followDraftOwner = (state: Store<SessionState>, storage: Storage): (() => void) => {
  const deleteForeignDrafts = () => {
    const { session, ended } = state.get()
    if (session !== null) dropOthers(storage, session.sub)
    else if (ended !== 'expired') dropOthers(storage, null)
  }
  deleteForeignDrafts()
  return state.subscribe(deleteForeignDrafts)
}

const dropOthers = (storage: Storage, sub: string | null): void => {
  const own = sub === null ? null : `${PREFIX}${sub}.`
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '')
  for (const key of keys) {
    if (key.startsWith(PREFIX) && (own === null || !key.startsWith(own))) storage.removeItem(key)
  }
}

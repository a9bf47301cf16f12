import { STORED, type DeviceStorage } from '../browser/device-storage'
import { createStore, type Store } from '../browser/store'
import { deleteSitesOfOthers } from './last-sites'
import { deleteFindsOfOthers } from './recent-finds'
import { isExpired, sessionOfToken, type Session } from './session'

/** Why nobody is signed in: never was, signed out (here or in another tab), expired, or refused by the server. */
type SessionEnd = 'none' | 'signed_out' | 'expired' | 'refused'
/** `last_sub` is the person of the ended session, as far as this page knows. */
export type SessionState =
  { session: Session; ended: null } | { session: null; ended: SessionEnd; last_sub: string | null }

/** The session of this browser: one token in local storage, watched by every tab. */
export type SessionStore = {
  state: Store<SessionState>
  token: () => string | null
  /** Begins a session with a token from the server; an unreadable or expired token begins none. */
  start: (token: string) => void
  /** Replaces the token of a request by a renewed one, unless any tab has replaced or deleted that token by now. */
  renew: (sent: string, renewed: string) => void
  /** Ends the session because the person signed out here. */
  end: () => void
  /**
   * Ends the session because the server refused the token of a request, and returns whether it did. The refusal of a token that
   * was replaced since, in any tab, says nothing about the present one.
   */
  refuse: (sent: string) => boolean
  /** Reads the stored token after another tab changed it: signs in, renews or signs out here too. */
  followStorage: () => void
  /** Ends the session if its token has expired. */
  endIfExpired: () => void
}

/** Opens the stored session; deletes an expired token at once. */
export const createSessionStore = (storage: DeviceStorage, now: () => number): SessionStore => {
  const state = createStore<SessionState>({ session: null, ended: 'none', last_sub: null })
  const session = () => state.get().session

  const leave = (cause: SessionEnd) => state.set({ session: null, ended: cause, last_sub: session()?.sub ?? null })
  const adopt = (token: string, whenUnreadable: SessionEnd) => {
    const next = sessionOfToken(token)
    if (next !== null && !isExpired(next, now())) {
      deleteSitesOfOthers(storage, next.sub)
      deleteFindsOfOthers(storage, next.sub)
      state.set({ session: next, ended: null })
    } else close(next === null ? whenUnreadable : 'expired')
  }
  const close = (cause: SessionEnd) => {
    storage.remove(STORED.token)
    deleteSitesOfOthers(storage, null)
    deleteFindsOfOthers(storage, null)
    leave(cause)
  }
  const write = (token: string) => {
    storage.write(STORED.token, token)
    adopt(token, 'refused')
  }

  const followStorage = () => {
    const token = storage.read(STORED.token)
    if (token === session()?.token) return
    if (token !== null) adopt(token, 'none')
    else if (session() !== null) leave('signed_out')
  }

  const stored = storage.read(STORED.token)
  if (stored !== null) adopt(stored, 'none')

  return {
    state,
    token: () => session()?.token ?? null,
    start: write,
    renew: (sent, renewed) => {
      followStorage()
      if (session()?.token === sent) write(renewed)
    },
    end: () => close('signed_out'),
    refuse: (sent) => {
      followStorage()
      const isRefused = session()?.token === sent
      if (isRefused) close('refused')
      return isRefused
    },
    followStorage,
    endIfExpired: () => {
      const current = session()
      if (current !== null && isExpired(current, now())) close('expired')
    },
  }
}

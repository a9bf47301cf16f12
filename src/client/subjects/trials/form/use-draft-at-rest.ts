import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect } from 'react'
import { session } from '../../../session/this-session'
import { mayKeepDraft } from './draft-owner'
import { dropDraft, keepDraft, type Draft } from './drafts'

/** A pause in typing, in milliseconds. Writing the whole form at each key makes typing slow; a longer pause would lose more in a crash. */
export const DRAFT_PAUSE = 500

/**
 * Stores a person's unsaved form as soon as typing pauses, and at once when the field or the page is left; null stores
 * nothing. Nothing is stored after sign-out, nor after the returned function has dropped the draft.
 */
export const useDraftAtRest = (sub: string, key: string, draft: Omit<Draft, 'kept_at'> | null) => {
  const keep = useDebouncedCallback(
    () => {
      if (draft !== null && mayKeepDraft(session.state.get(), sub))
        keepDraft(sessionStorage, key, { ...draft, kept_at: Date.now() })
    },
    { delay: DRAFT_PAUSE, flushOnUnmount: true },
  )
  const drop = () => {
    keep.cancel()
    dropDraft(sessionStorage, key)
  }
  useEffect(() => {
    if (draft !== null) return keep()
    keep.cancel()
    dropDraft(sessionStorage, key)
  }, [draft, keep, key])
  useEffect(() => {
    // A hidden page may be closed without another event.
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') keep.flush()
    }
    const onLeave = () => keep.flush()
    addEventListener('pagehide', onLeave)
    document.addEventListener('focusout', onLeave)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      removeEventListener('pagehide', onLeave)
      document.removeEventListener('focusout', onLeave)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [keep])
  return drop
}

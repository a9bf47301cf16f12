import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openedTrials } from '../../device/readiness/opened-trials'
import { useSession } from '../../session/this-session'

/** Saves the signed-in person's trials in the background; a sign-out or another person ends it at once. */
export function TrialsSaver() {
  const client = useQueryClient()
  const sub = useSession().session?.sub ?? null
  useEffect(() => {
    if (sub === null) return undefined
    const ending = new AbortController()
    // Loaded once somebody is signed in: a first visit does not need it.
    void import('./keep-trials-saved').then(
      ({ keepTrialsSaved }) => (ending.signal.aborted ? undefined : keepTrialsSaved(client, sub, ending.signal)),
      (error: unknown) => reportError(error),
    )
    return () => {
      ending.abort()
      openedTrials.set([])
    }
  }, [client, sub])
  return null
}

import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { changedDisplay, USUAL_DISPLAY, type DisplaySettings } from '#domain/desk/display-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAction } from '../action/use-action'
import { meQuery } from '../api/session-queries'
import { createStore, useStore } from '../browser/store'
import { useSession } from '../session/this-session'

type Change = SentBody<typeof api.saveDisplaySettings>

/** The changes that the server has not confirmed yet, the oldest first. */
const unconfirmed = createStore<readonly Change[]>([])

/** They are sent one after the other, so that the last one holds. */
let sending: Promise<unknown> = Promise.resolve()

/**
 * The signed-in person's display settings: the server's last answer with unconfirmed changes. Undefined while unknown.
 */
export const useKnownDisplay = (): DisplaySettings | undefined => {
  const { session } = useSession()
  const { data: me } = useQuery({ ...meQuery, enabled: session !== null })
  const changes = useStore(unconfirmed)
  return useMemo(
    () =>
      session === null || me === undefined ? undefined : changes.reduce(changedDisplay, me.display ?? USUAL_DISPLAY),
    [session, me, changes],
  )
}

/** The same; the defaults while it is unknown. */
export const useDisplay = (): DisplaySettings => useKnownDisplay() ?? USUAL_DISPLAY

/** Changes display settings: on the screen at once, and on the server. A refused change is undone. */
export const useChangeDisplay = () => {
  const save = useAction(api.saveDisplaySettings, (body: Change) => ({ body }), { replaces: () => meQuery })
  const client = useQueryClient()
  const shown = useDisplay()
  const [readError, setReadError] = useState<unknown>(null)
  const send = (changed: Change, latest: () => Promise<Change>) => {
    setReadError(null)
    unconfirmed.set([...unconfirmed.get(), changed])
    const settled = () => unconfirmed.set(unconfirmed.get().filter((one) => one !== changed))
    sending = sending.then(async () => save.mutateAsync(await latest())).then(settled, settled)
  }
  const change = (changed: Change) => send(changed, () => Promise.resolve(changed))
  /**
   * A change based on the present settings, such as one more saved filter: made again from the server's settings when
   * it is sent.
   */
  const changeLatest = (make: (settings: DisplaySettings) => Change) =>
    send(make(shown), async () => {
      try {
        const { display } = await client.fetchQuery({ ...meQuery, staleTime: 0 })
        return make(display ?? USUAL_DISPLAY)
      } catch (error) {
        setReadError(error instanceof Error ? error : new Error('The settings could not be read', { cause: error }))
        throw error
      }
    })
  return { change, changeLatest, error: save.error ?? readError }
}

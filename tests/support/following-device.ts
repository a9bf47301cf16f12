// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_BASE } from '#contract/api-address'
import type { getParticipantsSnapshot } from '#contract/participant-actions'
import type { ReceivedAnswer } from '#contract/endpoint'
import { readStoredParticipants } from '#contract/stored-answers'
import { answerThroughStore } from '#offline/answer-through-store'
import { createRequestOrder } from '#offline/late-answers'
import { openSnapshots } from '#offline/snapshots'
import { tokenSubject } from '#offline/token-subject'
import type { TestPortal } from './portal'
import type { SignedIn } from './sign-in'

type List = ReceivedAnswer<typeof getParticipantsSnapshot>['data']

/** A device of a signed-in person, which follows the participants of a trial as the app does. */
export type FollowingDevice = {
  /** The list for its screen. */
  list: () => Promise<List>
  /** The version in the last request for the list; null for a request for all of it. */
  askedSince: () => string | null
  /** The server's last answer. */
  answered: () => ReceivedAnswer<typeof getParticipantsSnapshot>
  close: () => void
}

let devices = 0

/** A device that follows the list of participants of a trial, from the version that it has. */
export const followingDevice = async (
  { url }: TestPortal,
  { token }: SignedIn,
  trialId: number,
): Promise<FollowingDevice> => {
  const snapshots = openSnapshots(`device-${(devices += 1)}`)
  const authorization = `Bearer ${token}`
  await snapshots.begin(tokenSubject(authorization) ?? '')
  const order = createRequestOrder()
  const seen: { since: string | null; text: string } = { since: null, text: '' }
  return {
    list: async () => {
      const stored: Promise<void>[] = []
      const address = `${url}${API_BASE}/trials/${trialId}/participants/snapshot`
      const answer = await answerThroughStore(new Request(address, { headers: { Authorization: authorization } }), {
        snapshots,
        order,
        fetch: async (request) => {
          const response = await fetch(request)
          seen.since = new URL(request.url).searchParams.get('since')
          seen.text = await response.clone().text()
          return response
        },
        onLate: () => {},
        onStoreError: (error) => {
          throw error
        },
        afterwards: async (work) => void stored.push(work()),
        meanwhile: (work) => work(),
      })
      await Promise.all(stored)
      const list = readStoredParticipants(await answer?.json())
      if (list === null) throw new Error(`no whole list: ${seen.text}`)
      return list.data
    },
    askedSince: () => seen.since,
    answered: () => JSON.parse(seen.text),
    close: () => snapshots.close(),
  }
}

import type { Owner } from './snapshots'

/** The header of a late answer: when it was asked for, as an instant. */
export const ASKED_AT = 'X-Asked-At'

/** An answer of the server that came after a stored one was shown. Its page reads it in place of a request, once (decision 0070). */
export type LateAnswer = {
  owner: Owner
  scope: string
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: ArrayBuffer
}

/** A late answer as the response that it was, with the time of its request. */
export const responseOf = ({ status, headers, body }: LateAnswer): Response =>
  new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) })

/** The same as it can be posted to a page. */
export const lateAnswerOf = async (
  { owner, scope }: Pick<LateAnswer, 'owner' | 'scope'>,
  response: Response,
  requestedAt: number,
): Promise<LateAnswer> => ({
  owner,
  scope,
  status: response.status,
  headers: [...response.headers, [ASKED_AT, new Date(requestedAt).toISOString()]],
  body: await response.arrayBuffer(),
})

/** The order of the requests for each answer. A response may arrive after that of a later request, and be older than a write between. */
export type RequestOrder = { begin: (owner: Owner, scope: string) => PendingRequest }

/** One request for an answer. */
export type PendingRequest = {
  /** Whether no other request began since. */
  isNewest: () => boolean
  /** Called when the response arrives. False where the response to a later request was already used. */
  acceptAnswer: () => boolean
}

export const createRequestOrder = (): RequestOrder => {
  let begun = 0
  const newest = new Map<string, number>()
  const accepted = new Map<string, number>()
  return {
    begin: (owner, scope) => {
      const key = JSON.stringify([owner, scope])
      const number = (begun += 1)
      newest.set(key, number)
      return {
        isNewest: () => newest.get(key) === number,
        acceptAnswer: () => {
          if ((accepted.get(key) ?? 0) > number) return false
          accepted.set(key, number)
          return true
        },
      }
    },
  }
}

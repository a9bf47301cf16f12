import type { Owner } from './snapshots'

/** The header of a late answer: when it was asked for, as an instant. */
export const REQUESTED_AT = 'X-Asked-At'

/** An answer of the server that came after a stored one was shown. Its page reads it in place of a request, once (decision 0070). */
export type LateAnswer = {
  owner: Owner
  scope: string
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: ArrayBuffer
}

/** Browsers throw where a response of these statuses has a body, even an empty one. */
export const mayHaveBody = (status: number): boolean => ![204, 205, 304].includes(status)

/** A late answer as the response that it was, with the time of its request. */
export const responseOf = ({ status, headers, body }: LateAnswer): Response =>
  new Response(mayHaveBody(status) ? body : null, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })

/** The same as it can be posted to a page. */
export const lateAnswerOf = async (
  { owner, scope }: Pick<LateAnswer, 'owner' | 'scope'>,
  response: Response,
  requestedAt: number,
): Promise<LateAnswer> => ({
  owner,
  scope,
  status: response.status,
  headers: [...response.headers, [REQUESTED_AT, new Date(requestedAt).toISOString()]],
  body: await response.arrayBuffer(),
})

/** The order of the requests for each answer. A response may arrive after that of a later request, and be older than a write between. */
export type RequestOrder = {
  begin: (owner: Owner, scope: string) => PendingRequest
  /** The number of answers that a request is pending for. Nothing is known of any other. */
  pending: () => number
}

/** One request for an answer. */
export type PendingRequest = {
  /** Does work that asks about this request, which stays pending until it is done. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Whether no other request began since. */
  isNewest: () => boolean
  /** Called when the response arrives. False where the response to a later request was already used. */
  acceptAnswer: () => boolean
}

export const createRequestOrder = (): RequestOrder => {
  let begun = 0
  /** The numbers of the newest and the last used request for an answer, and how much work still asks about them. */
  const orders = new Map<string, { newest: number; accepted: number; works: number }>()
  return {
    begin: (owner, scope) => {
      const key = JSON.stringify([owner, scope])
      const order = orders.get(key) ?? { newest: 0, accepted: 0, works: 0 }
      orders.set(key, order)
      const number = (begun += 1)
      order.newest = number
      return {
        during: async (work) => {
          order.works += 1
          try {
            return await work()
          } finally {
            order.works -= 1
            if (order.works === 0) orders.delete(key)
          }
        },
        isNewest: () => order.newest === number,
        acceptAnswer: () => {
          if (order.accepted > number) return false
          order.accepted = number
          return true
        },
      }
    },
    pending: () => orders.size,
  }
}

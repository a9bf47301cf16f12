import { refusal, type Refusal } from '#contract/errors'
import { refused, type Outcome } from '#domain/outcome'

/** The purposes of requests, the first to be refused first (src/decisions/0094-overload.md). */
export type Purpose = 'report' | 'list' | 'action' | 'randomisation'

/** How many requests a process handles at once, of all people and of one. */
export type AdmissionSettings = { readonly under_way: number; readonly under_way_of_person: number }

/** Counts the requests in progress in this process. */
export type Admission = {
  /**
   * Runs a request, and counts it until it is answered. Refuses with `overloaded`, before any work, where the places
   * for its purpose are taken.
   */
  run: <Value>(purpose: Purpose, work: () => Promise<Outcome<Value, Refusal>>) => Promise<Outcome<Value, Refusal>>
  /** The same for the requests of one person; refuses with `too_many_requests`. */
  runOf: <Value>(user_id: number, work: () => Promise<Outcome<Value, Refusal>>) => Promise<Outcome<Value, Refusal>>
  /** How many requests are under way. */
  under_way: () => number
}

/**
 * The share of the places for each purpose, in quarters, and the seconds after which a refused request may be repeated.
 */
const PLACES = {
  report: { quarters: 1, retry_after: 30 },
  list: { quarters: 2, retry_after: 5 },
  action: { quarters: 3, retry_after: 2 },
  randomisation: { quarters: 4, retry_after: 1 },
} as const satisfies Record<Purpose, { quarters: number; retry_after: number }>

const RETRY_AFTER_OF_PERSON = 1

export const createAdmission = (settings: AdmissionSettings): Admission => {
  let underWay = 0
  let refusals = 0
  const ofPerson = new Map<number, number>()
  return {
    under_way: () => underWay,
    run: async (purpose, work) => {
      const { quarters, retry_after } = PLACES[purpose]
      if (underWay * 4 >= settings.under_way * quarters) {
        refusals += 1
        // Each refused request waits longer than the one before, so that they do not all return at once.
        return refused(refusal('overloaded', { retry_after: retry_after + (refusals % (retry_after + 1)) }))
      }
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    runOf: async (user_id, work) => {
      const before = ofPerson.get(user_id) ?? 0
      if (before >= settings.under_way_of_person)
        return refused(refusal('too_many_requests', { retry_after: RETRY_AFTER_OF_PERSON }))
      ofPerson.set(user_id, before + 1)
      try {
        return await work()
      } finally {
        const left = (ofPerson.get(user_id) ?? 1) - 1
        if (left > 0) ofPerson.set(user_id, left)
        else ofPerson.delete(user_id)
      }
    },
  }
}

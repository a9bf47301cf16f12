import { getAppInstance } from '#contract/app-instance'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { refusal, type Refusal } from '#contract/errors'
import { settleRandomisation } from '#contract/participants'
import { listTimezones } from '#contract/timezones'
import { isPublic } from '#contract/needs'

/** The limited requests: those of a signed-in person, or from a network address without sign-in. */
export type LimitKind = 'requests_of_person' | 'writes_of_person' | 'outcomes_of_person' | 'anonymous_from_address'

/** How many of each a process accepts within a minute. */
export type LimitSettings = Readonly<Record<LimitKind, number>>

/** Counts requests in the memory of this process (src/decisions/0034-limits-of-requests.md). */
export type RequestLimits = {
  /**
   * Counts a request of `subject` against each kind. Refuses with `too_many_requests`, and the seconds to wait, where one of them is
   * used up; then nothing is counted.
   */
  claim: (kinds: readonly LimitKind[], subject: string | number) => Refusal | null
}

const MINUTE_MS = 60_000

/** How many subjects of a kind are remembered at most. */
const MAX_SUBJECTS = 20_000

/**
 * Each subject may send a minute's worth at once, which is then restored evenly (generic cell rate algorithm). `steady`
 * is a clock in milliseconds that nobody sets.
 */
export const createRequestLimits = (settings: LimitSettings, steady: () => number): RequestLimits => {
  const buckets: Record<LimitKind, Bucket> = {
    requests_of_person: createBucket(),
    writes_of_person: createBucket(),
    outcomes_of_person: createBucket(),
    anonymous_from_address: createBucket(),
  }
  return {
    claim: (kinds, subject) => {
      const now = steady()
      const after = kinds.map((kind) => Math.max(buckets[kind].get(subject) ?? 0, now) + MINUTE_MS / settings[kind])
      const wait = Math.max(...after.map((full) => full - now - MINUTE_MS))
      // The sum of many intervals is off by less than this.
      if (wait > 0.001) return refusal('too_many_requests', { retry_after: Math.ceil(wait / 1000) })
      kinds.forEach((kind, index) => buckets[kind].set(subject, after[index] ?? now))
      return null
    },
  }
}

/** For each subject the time until which its requests count. */
type Bucket = Pick<Map<string | number, number>, 'get' | 'set'>

/** Remembers recent subjects: when half of the places are taken, the older half is dropped at once. */
const createBucket = (): Bucket => {
  let newer = new Map<string | number, number>()
  let older = newer
  return {
    get: (subject) => newer.get(subject) ?? older.get(subject),
    set: (subject, full) => {
      if (newer.size >= MAX_SUBJECTS / 2) {
        older = newer
        newer = new Map()
      }
      return newer.set(subject, full)
    },
  }
}

/** Calls that store nothing and that every device of a hospital makes at each start. */
const UNCOUNTED: readonly Endpoint[] = [getAppInstance, listTimezones]

/** The limits of a call: for a person, or for an address where nobody is signed in. */
export const limitsOf = (endpoint: Endpoint): readonly LimitKind[] => {
  if (UNCOUNTED.includes(endpoint)) return []
  // A download has a single-use token, for which a person was counted already.
  if (isPublic(endpoint)) return endpoint.file ? [] : ['anonymous_from_address']
  return [
    'requests_of_person',
    ...(isWrite(endpoint) ? (['writes_of_person'] as const) : []),
    ...(endpoint === settleRandomisation ? (['outcomes_of_person'] as const) : []),
  ]
}

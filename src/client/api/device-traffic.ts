import { API_MARK } from '#contract/api-address'
import { REQUESTED_AT } from '#offline/late-answers'
import { AS_OF } from '#offline/read-through'
import { readingAfter, type ClockReading } from './server-clock'
import { createStore, type Store } from '../browser/store'

/** An event by its kind alone: never its request, answer or input. `at` is by this device's clock. */
export type TrafficNote = { at: number; kind: string }

/** The traffic of this page; only the clock reading outlives the page. */
export type Traffic = {
  /** The last answers, newest first. */
  answers: readonly TrafficNote[]
  /** The last faults, newest first. */
  errors: readonly TrafficNote[]
  /** The server's clock beside this device's, or null where no page has received it. */
  clock: ClockReading | null
  /**
   * How long the last answer took, in milliseconds; infinite where a stored one was shown, since the server was slow.
   */
  latest_ms?: number
}

/** How many of each are remembered. */
const REMEMBERED = 10

/** A cancelled request ends within this time, in milliseconds; a longer one was abandoned without an answer. */
const GIVEN_UP_AFTER_MS = 7500

export const deviceTraffic = createStore<Traffic>({ answers: [], errors: [], clock: null })

/** Forgets how far this device's clock was put back: for when no answer of before is left. */
export const withoutPutBack = (traffic: Traffic): Traffic => ({
  ...traffic,
  clock: traffic.clock && { ...traffic.clock, put_back: undefined },
})

/** `fetch`, noting of each answer its kind and time; `steady` is a clock that nobody sets. */
export const notingAnswers =
  (
    fetch: (request: Request) => Promise<Response>,
    now: () => number,
    traffic: Store<Traffic> = deviceTraffic,
    steady: () => number = () => performance.now(),
  ) =>
  async (request: Request): Promise<Response> => {
    const requestedAt = now()
    try {
      const response = await fetch(request)
      noteAnswer(traffic, response, { requestedAt, at: now(), steady: steady() })
      return response
    } catch (error) {
      const at = now()
      if (!request.signal.aborted) noteError(traffic, { at, kind: 'no answer' })
      else if (at - requestedAt > GIVEN_UP_AFTER_MS) noteError(traffic, { at, kind: 'no answer in time' })
      throw error
    }
  }

type Answered = { requestedAt: number; at: number; steady: number }

const noteAnswer = (
  traffic: Store<Traffic>,
  { headers, status }: Response,
  { requestedAt, at, steady }: Answered,
): void => {
  if (headers.get(API_MARK.name) !== API_MARK.value) {
    noteError(traffic, { at, kind: `HTTP ${status}, not from the server` })
    return
  }
  const isStored = headers.has(AS_OF)
  // A late answer says nothing of the present speed or time.
  const isLate = headers.has(REQUESTED_AT)
  const kind = isStored ? 'from this device' : `HTTP ${status} in ${at - requestedAt} ms`
  const serverTime = isStored || isLate ? Number.NaN : Date.parse(headers.get('Date') ?? '')
  const before = traffic.get()
  traffic.set({
    ...before,
    answers: [{ at, kind }, ...before.answers].slice(0, REMEMBERED),
    latest_ms: isStored || isLate ? Infinity : at - requestedAt,
    // The server sends whole seconds, and the answer takes time; none where the clock was put back meanwhile.
    clock: Number.isNaN(serverTime)
      ? before.clock
      : readingAfter(before.clock, {
          offset_ms: Math.round(serverTime + 500 - (Math.min(requestedAt, at) + at) / 2),
          heard_at: at,
          steady,
        }),
  })
  if (status >= 400) noteError(traffic, { at, kind: `HTTP ${status}` })
}

const noteError = (traffic: Store<Traffic>, note: TrafficNote): void => {
  const before = traffic.get()
  traffic.set({ ...before, errors: [note, ...before.errors].slice(0, REMEMBERED) })
}

/** Notes the defects of this page by the names of their errors, which name no person. Returns a function that stops this. */
export const watchDefects = (
  page: Window,
  now: () => number,
  traffic: Store<Traffic> = deviceTraffic,
): (() => void) => {
  const note = (thrown: unknown) =>
    noteError(traffic, { at: now(), kind: thrown instanceof Error ? thrown.name : 'defect' })
  const onError = ({ error }: ErrorEvent) => note(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => note(reason)
  page.addEventListener('error', onError)
  page.addEventListener('unhandledrejection', onRejection)
  return () => {
    page.removeEventListener('error', onError)
    page.removeEventListener('unhandledrejection', onRejection)
  }
}

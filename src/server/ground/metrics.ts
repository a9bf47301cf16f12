import { api } from '#contract/api'
import type { ErrorCode } from '#contract/errors'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** One answered request. Every field is of a closed list, so that the number of series has a limit. */
type CountedRequest = {
  /** The name of the call in the contract; undefined for pages, files and health checks. */
  operation: string | undefined
  refusal: ErrorCode | undefined
  ms: number
}

/** The counts of this process for Prometheus. */
export type Metrics = {
  registry: Registry
  countRequest: (request: CountedRequest) => void
  /** Reads the length of the queue of randomisations at each scrape. */
  watchQueue: (waiting: () => number) => void
}

/** The label of requests outside the API. */
const NO_OPERATION = 'other'

/** The refusals that an alert counts, in `src/deploy/prometheus-alerts.yml`. */
const ALERTED = ['internal_error', 'unavailable', 'outcome_unknown', 'overloaded'] as const satisfies ErrorCode[]

const RANDOMISING = 'randomiseParticipant'
const RANDOMISING_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** Metrics of the process itself, such as memory and the event loop, are in the same registry. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'equipoise_requests_total',
    help: 'Requests answered, by operation and refusal code; the code is empty where nothing was refused.',
    labelNames: ['operation', 'refusal'],
    registers,
  })
  // A series that first appears with 1 has not increased for Prometheus: no alert would tell of the first error.
  for (const operation of [...Object.keys(api), NO_OPERATION])
    for (const refusal of ALERTED) requests.inc({ operation, refusal }, 0)
  const randomising = new Histogram({
    name: 'equipoise_randomising_seconds',
    help: 'Seconds until a request to randomise was answered, refused ones too.',
    buckets: RANDOMISING_BUCKETS,
    registers,
  })
  return {
    registry,
    countRequest: ({ operation = NO_OPERATION, refusal = '', ms }) => {
      requests.inc({ operation, refusal })
      if (operation === RANDOMISING) randomising.observe(ms / 1000)
    },
    watchQueue: (waiting) => {
      const queue: Gauge = new Gauge({
        name: 'equipoise_randomising_waiting',
        help: 'Requests to randomise that wait for a batch.',
        registers,
        collect: (): void => queue.set(waiting()),
      })
    },
  }
}

import { isWrite, type Endpoint } from '#contract/endpoint'
import { runWithWritePriority } from '../../ground/db/writes-under-way'
import type { ServerContext } from '../../use-cases/call/server-context'

/** Files and long lists let a write go first, from the moment at which it is asked who calls; not while its body is sent. */
export const withPriority = <Value>(
  { database }: ServerContext,
  endpoint: Endpoint,
  work: () => Promise<Value>,
): Promise<Value> => (hasWritePriority(endpoint) ? runWithWritePriority(database.queries, work) : work())

/** A streamed list is a POST, but it only reads and so has no priority. */
const hasWritePriority = (endpoint: Endpoint): boolean => isWrite(endpoint) && !endpoint.streams_rows

import type { ServerContext } from '../../use-cases/call/server-context'
import type { Metrics } from '../../ground/metrics'
import type { Listener } from '../http/http-server'
import { watchCertificates } from './certificate-metrics'
import { watchDatabase } from './database-metrics'

/** Answers `GET /metrics` in the text format of Prometheus, and 404 to everything else. */
export const metricsListener = (
  { registry: series }: Metrics,
  context: Pick<ServerContext, 'database' | 'now' | 'log' | 'readCertificates'>,
): Listener => {
  const readDatabase = watchDatabase(series, context)
  const readCertificates = watchCertificates(series, context)
  let reading: Promise<string> | undefined
  // One reading for all concurrent requests: a slow database does not get more and more of them.
  const read = () =>
    (reading ??= Promise.all([readDatabase(), readCertificates()])
      .then(() => series.metrics())
      .finally(() => {
        reading = undefined
      }))
  return (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': series.contentType }).end(text),
      (error: unknown) => {
        context.log.error({ error }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  }
}

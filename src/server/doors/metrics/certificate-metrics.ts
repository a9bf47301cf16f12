import { Gauge, type Registry } from 'prom-client'
import type { ServerContext } from '../../use-cases/call/server-context'

/** Adds the ends of certificates. Returns a function that reads them; those that are unknown are left out. */
export const watchCertificates = (
  registry: Registry,
  { readCertificates }: Pick<ServerContext, 'readCertificates'>,
): (() => Promise<void>) => {
  const ends = new Gauge({
    name: 'equipoise_certificate_ends_timestamp_seconds',
    help: 'Moment at which the certificate of a configured host ends.',
    labelNames: ['host'],
    registers: [registry],
  })
  return async () => {
    const certificates = await readCertificates()
    ends.reset()
    for (const { host, ends_at } of certificates) if (ends_at !== null) ends.set({ host }, Date.parse(ends_at) / 1000)
  }
}

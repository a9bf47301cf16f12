import type { getPermittedSites as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { listPermittedSites } from '../../../ground/db/permitted-sites'
import type { ReadHandler } from '../../call/call'

/** The participating sites of a trial that the person reaches, by title. */
export const getPermittedSites: ReadHandler<typeof endpoint> = async ({ context, view }) => {
  const { queries } = context.database
  return accepted({ data: await listPermittedSites(queries, view.trial_id, view.sites) })
}

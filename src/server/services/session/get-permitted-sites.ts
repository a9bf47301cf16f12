import type { getPermittedSites as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { listPermittedSites } from '../../db/permitted-sites'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'

/** The sites of a trial that the person reaches and that still take part, by title. */
export const getPermittedSites: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const { queries } = context.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  return accepted({ data: await listPermittedSites(queries, view.value.trial_id, view.value.sites) })
}

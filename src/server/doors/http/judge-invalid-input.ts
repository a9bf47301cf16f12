import type { Endpoint } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import { inTrial, type Need } from '#contract/needs'
import type { ServerContext } from '../../use-cases/call/server-context'
import { authorise } from '../../use-cases/call/authorise'
import type { Actor } from '../../use-cases/call/call'
import { parseParameters, type RawInput } from './parse-input'

type InvalidRequest = { context: ServerContext; actor: Actor | null; raw: RawInput }

/**
 * The refusal of a call whose body or query is invalid: 401, 403 or 404 where the person may not make the call at this address, else
 * `invalid`, the refusal that names the fields.
 */
export const judgeInvalidInput = async (
  endpoint: Endpoint,
  { context, actor, raw }: InvalidRequest,
  invalid: Refusal,
): Promise<Refusal> => {
  const parameters = parseParameters(endpoint, raw)
  if (invalid.code !== 'validation_failed' || !parameters.ok) return invalid
  const needs = byAddress(endpoint.needs)
  const view = await authorise(context.database.queries, { needs }, { actor, parameters: parameters.value })
  return view.ok ? invalid : view.refusal
}

/** The body of a randomisation names its site; the address names the trial. */
const byAddress = (needs: Need): Need => (needs.kind === 'under_lock' ? inTrial(needs.can) : needs)

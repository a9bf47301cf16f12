import type { Endpoint } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import { inTrial, type Need } from '#contract/needs'
import * as v from 'valibot'
import type { ServerContext } from '../../use-cases/call/server-context'
import { authorise } from '../../use-cases/call/authorise'
import type { Actor } from '../../use-cases/call/call'
import type { RawInput } from './parse-input'

type Judging = { context: ServerContext; actor: Actor | null; raw: RawInput }

/**
 * Why a call is refused whose body or query is not valid: with 401, 403 or 404 to who may not make it at this address, to others with
 * its fields.
 */
export const judgeUnreadInput = async (
  endpoint: Endpoint,
  { context, actor, raw }: Judging,
  unread: Refusal,
): Promise<Refusal> => {
  const parameters = v.safeParse(endpoint.input.entries.parameters, raw.parameters)
  if (unread.code !== 'validation_failed' || !parameters.success) return unread
  const needs = byAddress(endpoint.needs)
  const view = await authorise(context.database.queries, { needs }, { actor, parameters: parameters.output })
  return view.ok ? unread : view.refusal
}

/** The site of a randomisation stands in its body; its trial stands in the address. */
const byAddress = (needs: Need): Need => (needs.kind === 'under_lock' ? inTrial(needs.can) : needs)

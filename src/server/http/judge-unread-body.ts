import type { Endpoint } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import * as v from 'valibot'
import type { ServerContext } from '../server-context'
import { authorise } from '../services/authorise'
import type { Actor } from './call'
import type { RawInput } from './parse-input'

type Judging = { context: ServerContext; actor: Actor | null; raw: RawInput }

/**
 * Why a call is refused whose body cannot be read: to who may not make it in the words that they would hear with any body, to others by
 * its fields.
 */
export const judgeUnreadBody = async (
  endpoint: Endpoint,
  { context, actor, raw }: Judging,
  unread: Refusal,
): Promise<Refusal> => {
  const { parameters, query } = endpoint.input.entries
  const address = v.safeParse(v.object({ parameters, query }), raw)
  if (unread.code !== 'validation_failed' || !address.success) return unread
  const view = await authorise(context.database.queries, endpoint, { actor, parameters: address.output.parameters })
  return view.ok ? unread : view.refusal
}

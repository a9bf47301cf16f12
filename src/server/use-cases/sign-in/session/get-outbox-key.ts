import type { getOutboxKey as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { outboxKey } from '../../../ground/secrets/outbox-key'

/** The key under which the signed-in person's devices seal unsent actions; nobody can request another person's. */
export const getOutboxKey: ReadHandler<typeof endpoint> = async ({ actor, context: { config } }) => {
  const key = outboxKey(config.seed_key, { public_url: config.public_url, user_id: actor.user_id })
  return accepted({ key: Buffer.from(key).toString('base64') })
}

import { createActionSeal, type ActionSeal } from '#offline/action-seal'
import { importOutboxKey } from '#offline/sealed-text'
import { createHash } from 'node:crypto'

/** The key that the server of a test derives for a person: another for each, the same each time. */
export const outboxKeyOf = (sub: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`outbox key of ${sub}`).digest())

/** The seal of a person in a session of theirs. */
export const sealOf = async (sub: string, session = `session-of-${sub}`): Promise<ActionSeal> =>
  createActionSeal(await importOutboxKey(outboxKeyOf(sub)), { sub, session })

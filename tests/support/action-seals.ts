import { createActionSeal, type ActionSeal } from '#offline/action-seal'
import { importOutboxKey } from '#offline/sealed-text'
import { createHash } from 'node:crypto'

/** The outbox key of a person, as a test's server would derive it: different for each, and always the same. */
export const outboxKeyOf = (sub: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`outbox key of ${sub}`).digest())

/** The seal of a person in one of their sessions. */
export const sealOf = async (sub: string, session = `session-of-${sub}`): Promise<ActionSeal> =>
  createActionSeal(await importOutboxKey(outboxKeyOf(sub)), { sub, session })

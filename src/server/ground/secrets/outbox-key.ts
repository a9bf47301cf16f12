import { hkdfSync } from 'node:crypto'

type KeyOwner = {
  /** The instance by its public address, of which only the origin counts, as for a browser's store. */
  public_url: string
  user_id: number
}

/**
 * The key (32 bytes) under which a person's devices seal their unsent actions: the same at each sign-in, another for each person
 * and each instance. In: the instance's `SEED_KEY`. HKDF-SHA-256 (RFC 5869). Never stored or logged.
 */
export const outboxKey = (seedKey: Uint8Array, { public_url, user_id }: KeyOwner): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', seedKey, new URL(public_url).origin, `equipoise|outbox-key|${user_id}`, 32))

import type { StretchCost } from '#offline/unlock-record'
import { onceLoaded } from './once-loaded'
import { UnlockError } from './unlock-fault'

/** RFC 9106, section 4, second recommendation, with one lane: a browser computes on one core. About a second on a weak tablet. */
export const STRETCH_COST: StretchCost = { memory_kib: 64 * 1024, passes: 3 }

/** Loaded on first use: few people have a PIN. */
const loadArgon2 = onceLoaded(() => import('./argon2'))

/** Stretches a PIN by Argon2id to 32 bytes, so that trying all of them on stolen storage takes long. */
export const stretchPin = async (
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  { memory_kib, passes }: StretchCost,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { argon2idBytes } = await loadArgon2()
  try {
    return await argon2idBytes({ password: pin, salt, memorySize: memory_kib, iterations: passes, parallelism: 1 })
  } catch (error) {
    throw new UnlockError('no_memory', error)
  }
}

/**
 * Why a way to unlock could not be set or used on this device:
 * - `not_loaded`: a part of the app did not arrive
 * - `no_memory`: its key could not be computed, which takes 64 MiB
 * - `not_stored`: anything else, of which the store is the likely one
 */
export type UnlockFault = 'not_loaded' | 'no_memory' | 'not_stored'

/** An error with a known reason. */
export class UnlockError extends Error {
  readonly fault: UnlockFault

  constructor(fault: UnlockFault, cause: unknown) {
    super(String(cause), { cause })
    this.fault = fault
  }
}

export const unlockFaultOf = (error: unknown): UnlockFault =>
  error instanceof UnlockError ? error.fault : 'not_stored'

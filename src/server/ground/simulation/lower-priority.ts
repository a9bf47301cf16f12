import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets other threads of the process have the processor before this one, until it ends. Only Linux has priorities for single
 * threads: elsewhere the same call would slow the whole server.
 */
export const lowerThreadPriority = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(THIS_THREAD, Math.max(getPriority(THIS_THREAD), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // A container may forbid the call. The thread works with the priority of the others.
  }
}

/** On Linux; a process elsewhere. */
const THIS_THREAD = 0

import { UnlockError } from './unlock-fault'

/** Loads a program at its first use. One that could not be loaded is loaded again at the next. */
export const onceLoaded = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined
  return () => {
    const program = (loaded ??= load().catch((error: unknown) => {
      throw new UnlockError('not_loaded', error)
    }))
    program.catch(() => (loaded = undefined))
    return program
  }
}

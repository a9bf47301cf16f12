import type { Snapshots } from '#offline/snapshots'
import type { OutboxSeals } from '../outbox/outbox-seals'

type Dependencies = {
  snapshots: () => Promise<Pick<Snapshots, 'lock'>>
  seals: Pick<OutboxSeals, 'deleteKey'>
  onError: (error: unknown) => void
}

/** How many times a database is asked. */
const ATTEMPTS = 3

/**
 * Removes the keys of a person's stored answers and unsent actions. Where one cannot be removed, the other still is; a
 * page that is opened later begins again.
 */
export const removeKeys = async ({ snapshots, seals, onError }: Dependencies, sub: string): Promise<void> => {
  const lockAnswers = async () => (await snapshots()).lock(sub)
  const removals = [lockAnswers, () => seals.deleteKey()].map((remove) => repeated(remove).catch(onError))
  await Promise.all(removals)
}

/** Repeats the work of a database at once where it fails; rejects where it fails each time. */
export const repeated = async <T>(work: () => Promise<T>, attempts = ATTEMPTS): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (attempts === 1) throw error
    return repeated(work, attempts - 1)
  }
}

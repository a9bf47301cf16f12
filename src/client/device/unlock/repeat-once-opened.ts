import type { UnlockDependencies } from './unlock-dependencies'

type Dependencies = Pick<UnlockDependencies, 'records' | 'onError'>
type Work = () => Promise<unknown>

/**
 * Runs work that nobody waits for. Repeats it once the database is open where it failed before: a suspended page from before an
 * update may hold the database for long. Never rejects.
 */
export const repeatOnceOpened =
  ({ records, onError }: Dependencies, run: (work: Work) => Promise<unknown>) =>
  async (work: Work): Promise<void> => {
    const done = run(work)
    const wasOpen = records().then(
      ({ isOpen }) => isOpen(),
      () => true,
    )
    const repeat = async () => {
      await (await records()).open()
      await run(work)
    }
    try {
      await done
    } catch (error) {
      onError(error)
      if (!(await wasOpen)) void repeat().catch(onError)
    }
  }

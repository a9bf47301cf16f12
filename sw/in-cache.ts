/**
 * The result of work in the browser's cache. Undefined where the cache is full or cannot be read: the server has every file, too.
 */
export const inCache = async <T>(work: () => Promise<T | undefined>): Promise<T | undefined> => {
  try {
    return await work()
  } catch {
    return undefined
  }
}

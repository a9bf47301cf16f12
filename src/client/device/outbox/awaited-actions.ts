/** The actions whose dialog is still open and shows their outcome itself. */
const awaited = new Set<string>()

/** Marks an action as awaited until the work is over. */
export const whileAwaited = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  awaited.add(id)
  try {
    return await work()
  } finally {
    awaited.delete(id)
  }
}

export const isAwaited = (id: string): boolean => awaited.has(id)

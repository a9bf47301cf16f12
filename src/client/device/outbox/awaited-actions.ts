/** The actions whose dialog is still open and shows their outcome itself. */
const awaited = new Set<string>()

export const awaitAction = (id: string): void => void awaited.add(id)

export const stopAwaiting = (id: string): void => void awaited.delete(id)

export const isAwaited = (id: string): boolean => awaited.has(id)

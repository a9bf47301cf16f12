/** The shells in use: the current one, then the one before it, which open tabs may still run. */
export type Lineage = readonly string[]

/** The lineage once the shell `current` has taken over. */
export function succeed(lineage: Lineage, current: string): Lineage {
  return lineage[0] === current ? lineage : [current, ...lineage.slice(0, 1)]
}

/** Of the caches found, the shells of versions older than the previous. Caches of other kinds are left alone. */
export function outdatedShells(cacheNames: readonly string[], lineage: Lineage): string[] {
  return cacheNames.filter((name) => name.startsWith(shellPrefix) && !lineage.includes(name))
}

export const shellPrefix = 'equipoise-shell-'

/**
 * The chance of one history. Each request for chance has a name. Its answer depends on the seed, the name and the
 * number of earlier requests of that name. So an event can be left out without changing any other, which lets a failing
 * history be shortened.
 */
export type Chance = {
  /** From 0 to below 1. */
  fraction: (name: string) => number
  /** A whole number from `least` to `most`. */
  between: (name: string, least: number, most: number) => number
  /** One of these, of which there is at least one. */
  pick: <Thing>(name: string, things: readonly [Thing, ...Thing[]]) => Thing
  /** Bytes for nonces and keys; they need not be secret. */
  bytes: (name: string, length: number) => Uint8Array<ArrayBuffer>
  uuid: (name: string) => string
}

export const chanceOf = (seed: number): Chance => {
  const counts = new Map<string, number>()
  const next = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return hashOf(seed, count, name)
  }
  const fraction = (name: string) => next(name) / 2 ** 32
  const bytes = (name: string, length: number) => Uint8Array.from({ length }, () => next(name) & 0xff)
  return {
    fraction,
    between: (name, least, most) => least + Math.floor(fraction(name) * (most - least + 1)),
    pick: (name, things) => things[Math.floor(fraction(name) * things.length)] ?? things[0],
    bytes,
    uuid: (name) => {
      const hex = Buffer.from(bytes(name, 16)).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}

/** FNV-1a over the name, mixed as in MurmurHash3; 32 bits. */
const hashOf = (seed: number, count: number, name: string): number => {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(count, 0xc2b2ae35)
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

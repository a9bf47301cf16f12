import { createHash } from 'node:crypto'

/** Repeatable chance: the same seed gives the same bytes in the same order. */
export const seededBytes = (seed: string) => {
  let block = 0
  let rest = Buffer.alloc(0)
  return (length: number): Uint8Array => {
    while (rest.length < length) {
      block += 1
      rest = Buffer.concat([rest, createHash('sha256').update(`${seed}|${block}`).digest()])
    }
    const taken = new Uint8Array(rest.subarray(0, length))
    rest = rest.subarray(length)
    return taken
  }
}

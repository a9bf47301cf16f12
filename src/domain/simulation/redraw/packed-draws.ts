/** How a reference set is stored: each draw in as few bits as its cells need, each replicate from a whole byte on. */
type DrawPacking = {
  readonly bytes_per_replicate: number
  /** Writes the draws of replicate 0, 1, … of a list of bytes. */
  readonly pack: (draws: Uint16Array, into: Uint8Array, replicate: number) => void
  /** Reads them back. */
  readonly unpack: (packed: Uint8Array, replicate: number, into: Uint16Array) => void
}

/** A width divides a byte, or is two of them: a trial has at most 60 groups, and so 3,600 cells. */
const WIDTHS = [1, 2, 4, 8, 16] as const

/** The packing of draws between so many cells. Both sides of it must be given the same numbers. */
export const drawPacking = (cells: number, participants: number): DrawPacking => {
  const bits = WIDTHS.find((width) => cells <= 2 ** width) ?? 16
  const bytes_per_replicate = Math.ceil((participants * bits) / 8)
  return {
    bytes_per_replicate,
    ...(bits === 16 ? inTwoBytes(bytes_per_replicate) : inOneByte(bits, bytes_per_replicate)),
  }
}

const inOneByte = (bits: number, bytes: number) => {
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  return {
    pack: (draws: Uint16Array, into: Uint8Array, replicate: number) => {
      const first = replicate * bytes
      let next = 0
      for (let byte = 0; byte < bytes; byte += 1) {
        let packed = 0
        for (let place = 0; place < perByte && next < draws.length; place += 1) {
          packed |= (draws[next] ?? 0) << (place * bits)
          next += 1
        }
        into[first + byte] = packed
      }
    },
    unpack: (packed: Uint8Array, replicate: number, into: Uint16Array) => {
      const first = replicate * bytes
      let next = 0
      for (let byte = 0; byte < bytes; byte += 1) {
        const of = packed[first + byte] ?? 0
        for (let place = 0; place < perByte && next < into.length; place += 1) {
          into[next] = (of >> (place * bits)) & mask
          next += 1
        }
      }
    },
  }
}

const inTwoBytes = (bytes: number) => ({
  pack: (draws: Uint16Array, into: Uint8Array, replicate: number) => {
    const first = replicate * bytes
    for (const [index, draw] of draws.entries()) {
      into[first + 2 * index] = draw & 0xff
      into[first + 2 * index + 1] = draw >> 8
    }
  },
  unpack: (packed: Uint8Array, replicate: number, into: Uint16Array) => {
    const first = replicate * bytes
    for (let index = 0; index < into.length; index += 1)
      into[index] = (packed[first + 2 * index] ?? 0) | ((packed[first + 2 * index + 1] ?? 0) << 8)
  },
})

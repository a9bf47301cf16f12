/*
 * R's generator as it is set by default since R 3.6: Mersenne Twister, and `sample` by rejection. Sources: Matsumoto and
 * Nishimura (1998); R's src/main/RNG.c (the scrambling of a seed, `R_unif_index`).
 */

/** Word k of a stream, from 0: 32 bits. */
export type RWords = (k: number) => number

/** Chance as `sample` uses it: a whole number from 0 to below `bound`. */
export type RGenerator = { readonly index: (bound: number) => number }

const N = 624
const M = 397

/** The words after `set.seed(seed)`, each made when it is first asked for, since few are compared. Asked for in order. */
export const rWords = (seed: number): RWords => {
  const state = scrambled(seed)
  const words: number[] = []
  const add = () => {
    const at = words.length % N
    const y = (stateAt(state, at) & UPPER) | (stateAt(state, (at + 1) % N) & LOWER)
    // In place: of the words 397 on, the last 227 are then those of the new round, as in the original.
    state[at] = stateAt(state, (at + M) % N) ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : MATRIX)
    words.push(tempered(stateAt(state, at)))
  }
  return (k) => {
    while (words.length <= k) add()
    return words[k] ?? 0
  }
}

/** The generator at the beginning of these words. */
export const rGenerator = (words: RWords): RGenerator => {
  let next = 0
  const index = (bound: number): number => {
    const bits = Math.ceil(Math.log2(bound))
    for (;;) {
      let value = 0
      // R takes 16 bits of a word, and a word too many where the bits are a multiple of 16.
      for (let taken = 0; taken <= bits; taken += 16) {
        value = value * 65_536 + (words(next) >>> 16)
        next += 1
      }
      const drawn = value % 2 ** bits
      if (drawn < bound) return drawn
    }
  }
  return { index }
}

/** `sample(items)`: all of them in random order. */
export const rSample = ({ index }: RGenerator, items: readonly number[]): number[] => {
  const left = items.slice()
  const drawn: number[] = []
  while (left.length > 0) {
    const place = index(left.length)
    drawn.push(left[place] ?? 0)
    const last = left.pop()
    if (place < left.length) left[place] = last ?? 0
  }
  return drawn
}

const UPPER = 0x8000_0000
const LOWER = 0x7fff_ffff
const MATRIX = 0x9908_b0df

const stateAt = (state: Uint32Array, index: number): number => state[index] ?? 0

/** R scrambles a seed 50 times by a congruential generator, which then fills the state; the first word is no part of it. */
const scrambled = (seed: number): Uint32Array => {
  const state = new Uint32Array(N)
  let value = seed
  for (let turn = 0; turn < 51; turn += 1) value = Math.imul(69_069, value) + 1
  for (let place = 0; place < N; place += 1) {
    value = Math.imul(69_069, value) + 1
    state[place] = value
  }
  return state
}

const tempered = (word: number): number => {
  let y = word
  y ^= y >>> 11
  y ^= (y << 7) & 0x9d2c_5680
  y ^= (y << 15) & 0xefc6_0000
  return (y ^ (y >>> 18)) >>> 0
}

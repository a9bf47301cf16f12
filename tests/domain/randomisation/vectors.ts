import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Words } from '#domain/randomisation/random-source'

const count = v.pipe(v.number(), v.integer())

/** The vectors of RCT-ALLOC-1 on which two independent programs agreed. */
export const VECTORS = v.parse(
  v.object({
    seed_hex: v.string(),
    trial_uuid: v.string(),
    nonce_hex: v.nullable(v.string()),
    commitment: v.string(),
    draw_key: v.string(),
    salt_key: v.string(),
    words: v.array(v.object({ t: count, j: count, hex: v.string() })),
    uniform: v.tuple([
      v.object({ m: v.literal('6'), first_t: count, values: v.array(count) }),
      v.object({
        m: v.literal('9223372036854775809'),
        first_t: count,
        words_used: v.array(count),
        first_value: v.string(),
      }),
    ]),
    sequences: v.array(
      v.strictObject({
        method: v.picklist([
          'standard',
          'blocked',
          'urn',
          'minimisation',
          'big_stick',
          'biased_coin',
          'efron',
          'maximal',
          'chosen_blocks',
        ]),
        weights: v.array(count),
        block_size_min: v.optional(count),
        block_size_max: v.optional(count),
        sizes: v.optional(v.string()),
        stratum: v.optional(v.literal('t mod 3')),
        initial: v.optional(count),
        alpha: v.optional(count),
        beta: v.optional(count),
        measure: v.optional(v.picklist(['range', 'variance'])),
        p: v.optional(v.literal('4/5')),
        limit: v.optional(count),
        length: v.optional(count),
        chance: v.optional(v.tuple([count, count])),
        factor_weights: v.optional(v.array(count)),
        groups: v.string(),
      }),
    ),
    minimisation_levels: v.tuple([v.literal('t mod 2'), v.literal('t*t mod 3'), v.literal('floor(t/2) mod 4')]),
  }),
  JSON.parse(readFileSync(new URL('rct-alloc-1.json', import.meta.url), 'utf8')),
)

export type VectorSequence = (typeof VECTORS.sequences)[number]

const DRAW_KEY = Buffer.from(VECTORS.draw_key, 'hex')

/** W(t, j) under the draw key of the vectors, computed here so that the engine is not checked by the server's code. */
export const vectorWords = (t: number): Words => {
  return (j) => {
    const message = Buffer.alloc(12)
    message.writeBigUInt64BE(BigInt(t), 0)
    message.writeUInt32BE(j, 8)
    return createHmac('sha256', DRAW_KEY).update(message).digest().readBigUInt64BE(0)
  }
}

import { createCipheriv, createHash } from 'node:crypto'
import type { Words } from '#domain/randomisation/random-source'

/**
 * Words of many allocations, the same in every run: eight for each allocation, from the AES-256 keystream of a label.
 */
export const keystream = (label: string, allocations: number): ((t: number) => Words) => {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(label).digest(), Buffer.alloc(16))
  const bytes = cipher.update(Buffer.alloc(allocations * WORDS_EACH * 8))
  return (t) => (j) => bytes.readBigUInt64BE((t * WORDS_EACH + j) * 8)
}

const WORDS_EACH = 8

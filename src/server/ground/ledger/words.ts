import type { Words } from '#domain/randomisation/random-source'
import { u32, u64 } from './big-endian'
import { hmacSha256 } from '../secrets/sha256'

/**
 * The words W(t, j) of allocation counter t = 1, 2, … under a trial's draw key: j in, 64 unsigned bits out. Nothing that a
 * caller of the service controls enters them. Source: src/specification/rct-alloc-1.md#words.
 */
export const drawWords = (drawKey: Uint8Array, t: number): Words => {
  const counter = u64(t)
  return (j) => hmacSha256(drawKey, Buffer.concat([counter, u32(j)])).readBigUInt64BE(0)
}

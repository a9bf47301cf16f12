import { createHash, createHmac } from 'node:crypto'

/** SHA-256 over the parts joined without anything between, text as UTF-8: the H of RCT-ALLOC-1. 32 bytes out. */
export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** M of RCT-ALLOC-1: HMAC-SHA-256, 32 bytes out. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha256', key).update(message).digest()

/** u64 of RCT-ALLOC-1: a whole number from 0 to 2^53 − 1 as 8 bytes, the highest first. */
export const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** u32 of RCT-ALLOC-1: a whole number from 0 to 2^32 − 1 as 4 bytes, the highest first. */
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const BYTES = 8

/** A missing number in a SAS transport file: a dot and zeros. */
export const MISSING_NUMBER: Uint8Array = Uint8Array.of(0x2e, 0, 0, 0, 0, 0, 0, 0)

/**
 * A number as an IBM System/360 double: a sign, a power of 16 in excess of 64, and 56 bits of a fraction from 1/16 on.
 * The 53 bits of ours fit in, so nothing is rounded. A value that is no number, or has a power beyond those of SAS, is
 * a defect and throws.
 */
export const ibmDouble = (value: number): Uint8Array => {
  const bytes = new Uint8Array(BYTES)
  if (value === 0) return bytes
  const view = new DataView(bytes.buffer)
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  // value = mantissa · 2^power, the mantissa from 2^52 on.
  const mantissa = (bits & (2n ** 52n - 1n)) | (2n ** 52n)
  const power = exponent - 1075
  const sixteens = Math.ceil((power + 53) / 4)
  if (exponent === 0 || exponent === 0x7ff || sixteens < -64 || sixteens > 63)
    throw new Error(`${value} is no number of a SAS transport file`)
  const fraction = mantissa << BigInt(power + 56 - 4 * sixteens)
  view.setBigUint64(0, (bits & (1n << 63n)) | (BigInt(sixteens + 64) << 56n) | fraction)
  return bytes
}

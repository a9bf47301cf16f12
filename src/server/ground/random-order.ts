type RandomBytes = (length: number) => Uint8Array

/** Rows in random order. */
export const shuffled = <T>(rows: readonly T[], randomBytes: RandomBytes): T[] => {
  // All at once, and compared as numbers first: of thousands of rows, drawing and comparing texts one by one takes most of the time.
  const tieBreaks = Buffer.from(randomBytes(TIE_BREAK_BYTES * rows.length))
  const tieBreakAt = (at: number) => tieBreaks.subarray(at, at + TIE_BREAK_BYTES)
  const placed = rows.map((row, index) => {
    const at = index * TIE_BREAK_BYTES
    return { row, at, beginning: tieBreaks.readUIntBE(at, 6) }
  })
  return placed
    .sort((a, b) => a.beginning - b.beginning || Buffer.compare(tieBreakAt(a.at), tieBreakAt(b.at)))
    .map(({ row }) => row)
}

const TIE_BREAK_BYTES = 16

const WORD_RANGE = 2 ** 32

/** So many random decimal digits, from 1 to 9, each number as likely as any other. */
export const randomDigits = (count: number, randomBytes: RandomBytes): string => {
  const range = 10 ** count
  const limit = WORD_RANGE - (WORD_RANGE % range)
  for (;;) {
    const word = Buffer.from(randomBytes(4)).readUInt32BE(0)
    if (word < limit) return String(word % range).padStart(count, '0')
  }
}

type RandomBytes = (length: number) => Uint8Array

/** Rows in random order. */
export const shuffled = <T>(rows: readonly T[], randomBytes: RandomBytes): T[] =>
  rows
    .map((row) => ({ row, tie_break: Buffer.from(randomBytes(16)).toString('hex') }))
    .sort((a, b) => (a.tie_break < b.tie_break ? -1 : 1))
    .map(({ row }) => row)

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

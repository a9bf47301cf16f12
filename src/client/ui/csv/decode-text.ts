import { accepted, refused, type Outcome } from '#domain/outcome'

/** Marks with which a text file may begin, and what they tell of its encoding. */
const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

const NOT_TEXT = 'The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again'

/** The text of a file without its mark: UTF-8, or UTF-16 where a mark says so. Refused in words where it is neither. */
export const decodeText = (file: Uint8Array): Outcome<string, string> => {
  const { encoding } = MARKS.find(({ mark }) => mark.every((byte, place) => file[place] === byte)) ?? MARKS[0]
  const text = decoded(file, encoding)
  // UTF-16 without its mark is sound UTF-8, full of NULs.
  return text === null || text.includes('\u0000') ? refused(NOT_TEXT) : accepted(text)
}

const decoded = (file: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

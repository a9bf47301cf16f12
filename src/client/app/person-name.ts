/** A person's name for a narrow header: "A. Hughes", or their initials where even that is long. */
export const shortNames = (name: string): { short: string; initials: string } => {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const initials = [first, last]
    .filter((word) => word !== '')
    .map(initialOf)
    .join('')
    .toUpperCase()
  const short = last === '' ? first : `${initialOf(first)}. ${last}`
  return { short: short.length <= LONGEST_SHORT ? short : initials, initials }
}

const LONGEST_SHORT = 11

const initialOf = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0)

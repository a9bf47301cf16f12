import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The fewest and the most characters of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const

/** The least score of a password, of 0 to 4: 3 withstands an attacker who has the hash for a good while. */
const MIN_SCORE = 3

/** The characters that a password must have beside words that others know of its person. */
const MIN_UNKNOWN = 8

/**
 * How many characters are estimated: the time grows faster than the length, and no longer password scores less than its
 * beginning.
 */
const MAX_ESTIMATED = 64

/**
 * The fault of a chosen password, in words that help to find a better one; null where there is none. The personal words make a
 * password weak. Lists of common passwords are in the package, so no network is used.
 */
export const passwordFault = async (password: string, personalWords: readonly string[]): Promise<string | null> => {
  // Counts characters, not the UTF-16 halves of some.
  const length = Array.from(password).length
  if (length < PASSWORD_LENGTH.min) return `The password must have at least ${PASSWORD_LENGTH.min} characters.`
  if (length > PASSWORD_LENGTH.max) return `The password can have at most ${PASSWORD_LENGTH.max} characters.`
  const words = wordsOf(personalWords)
  const estimator = await loadedEstimator()
  const { score, feedback } = estimator.check(password.slice(0, MAX_ESTIMATED), words)
  const isKnown = without(words, password).length < MIN_UNKNOWN
  if (score >= MIN_SCORE && !isKnown) return null
  const weakness = WEAKNESSES[isKnown ? 'userInputs' : (feedback.warning ?? '')] ?? 'It is easy to guess'
  return `This password is too easy to guess. ${weakness}. Three or four unrelated words are strong.`
}

/**
 * A password without these words, longer ones first. The estimate alone would take three words in a row for strong, even where
 * all are personal.
 */
const without = (words: readonly string[], password: string): string =>
  words
    .toSorted((one, other) => other.length - one.length)
    .reduce((remaining, word) => remaining.replaceAll(word.toLowerCase(), ''), password.toLowerCase())

/** Each personal text, and its words. */
const wordsOf = (personalWords: readonly string[]): string[] => [
  ...new Set(
    personalWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2),
  ),
]

/** The library's warnings about weak passwords, as sentences. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  straightRow: 'It uses neighbouring keys',
  keyPattern: 'It follows a pattern on the keyboard',
  simpleRepeat: 'It repeats one character',
  extendedRepeat: 'It repeats the same few characters',
  sequences: 'It contains a sequence such as abc or 6543',
  recentYears: 'It contains a recent year',
  dates: 'It contains a date',
  topTen: 'It is one of the ten most common passwords',
  topHundred: 'It is one of the hundred most common passwords',
  common: 'It is a common password',
  similarToCommon: 'It resembles a common password',
  wordByItself: 'It is a single word',
  namesByThemselves: 'It is a name',
  commonNames: 'It contains a common name',
  userInputs: 'It contains your name, your address or the name of this service',
}

let estimator: Promise<ZxcvbnFactory> | null = null

/** Loaded with the first password that is chosen, since its lists take a moment. */
const loadedEstimator = (): Promise<ZxcvbnFactory> => (estimator ??= loadEstimator())

const loadEstimator = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Estimator({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ESTIMATED })
}

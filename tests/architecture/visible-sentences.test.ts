import { describe, expect, it } from 'vitest'
import { sourcesIn } from './house-files'
import { sentencesOf, type Sentence } from './sentences'

/** The folders whose sentences people read: on screens and tablets, in emails, refusals, reports and the API's pages. */
const FOLDERS = [
  'src/client',
  'src/offline',
  'src/domain',
  'src/contract',
  'src/server',
  'src/verifier',
  'src/commands',
]

/** Below these are queries, texts that are part of a hash, and descriptions of trials that somebody else wrote. */
const NOT_READ = /^src\/server\/(ground\/db|use-cases\/operation\/self-check|start\/sample-data)\/|docs-page/

const MAX_WORDS = 20

/** Words that people had to read twice, and what is said instead. */
const NOT_SAID: readonly [pattern: RegExp, instead: string][] = [
  [/\(s\)/, 'a plural by Intl.PluralRules'],
  [/\b(he|she|his|hers|him|himself|herself)\b/i, 'they, or the role'],
  [/\b(some|any|every|no)body\b/i, 'someone, anyone, everyone, no one'],
  [/\bhand(s|ed|ing)? (it |them |a pack |the pack )?out\b/i, 'dispense'],
  [/\bwithout the (server|connection)\b/i, 'offline'],
  [/\b(kept|keeps)\b/i, 'saved, recorded'],
  [/\bas of\b/i, 'last updated'],
  [/\b(came|comes|become|becomes) of\b|\bwhat (waits|waited)\b/i, 'result, unsent action'],
  [/\b(stands|stood)\b/i, 'is, is shown'],
  [/\btold\b/i, 'notified, emailed'],
  [/\b(anew|once more)\b/i, 'again'],
  [/\birreversibl|\bnothing leads back\b|\bfor good\b/i, 'This cannot be undone.'],
  [/\be-mail/i, 'email'],
  [/\bids?\b/, 'ID'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bfor instance\b/i, 'for example'],
  [/\ball the same\b/i, 'anyway'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\b(ca|do|does|did|wo|is|are|could|would)n['’]t\b/i, 'cannot, do not'],
]

/** Sentences that are fixed to the letter elsewhere, or that mean something else by a word. */
const EXCEPTIONS: readonly [sentence: string, why: string][] = [
  [
    'Each allocation is made by the server at the moment you ask, and nothing about the next one is kept on this device, so nobody can foresee it.',
    'the refusal to randomise offline is fixed to the letter',
  ],
  ["Don't have any of the above accounts?", 'the label is fixed to the letter'],
  ['Must be id or title', 'these are values of a parameter of the API'],
]

const wordsIn = (sentence: string): string[] => sentence.split(' ').filter((word) => /[\p{L}\p{N}…]/u.test(word))

/** What is wrong with a sentence, each fault in words. */
const faultsOf = ({ path, words }: Sentence): string[] => {
  if (EXCEPTIONS.some(([sentence]) => sentence === words)) return []
  const count = wordsIn(words).length
  const faults = [
    ...(count > MAX_WORDS ? [`${count} words, at most ${MAX_WORDS}`] : []),
    ...NOT_SAID.flatMap(([pattern, instead]) => {
      const said = pattern.exec(words)?.[0]
      return said === undefined ? [] : [`“${said}”: say ${instead}`]
    }),
  ]
  return faults.map((fault) => `${path}: ${fault}: ${words}`)
}

const sentences = sourcesIn(...FOLDERS)
  .filter(({ path }) => /\.tsx?$/.test(path) && !NOT_READ.test(path))
  .flatMap(({ path, text }) => sentencesOf(path, text))

describe('what people read', () => {
  it('is short, and in the words that the field uses', () => {
    expect(sentences.flatMap(faultsOf)).toEqual([])
  })

  it.each(EXCEPTIONS)('still has the exception: %s', (sentence) => {
    expect(sentences.map(({ words }) => words)).toContain(sentence)
  })
})

describe('the sentences of a source', () => {
  const wordsIn = (text: string) => sentencesOf('a.tsx', text).map(({ words }) => words)

  it('are its literals, templates and texts between tags, each value one word', () => {
    expect(wordsIn('const a = "One two."; const b = `Pack ${id} is here. Take it.`')).toEqual([
      'One two.',
      'Pack … is here.',
      'Take it.',
    ])
    expect(wordsIn("const c = <p>Signed in{' '}\n as {name} here.</p>; const d = 'E-mails'")).toEqual([
      'Signed in as … here.',
      'E-mails',
    ])
  })

  it('are neither comments, nor types, nor names of modules', () => {
    expect(wordsIn('/** He stands there. */\nimport a from "some where"\ntype A = "he stands" // he stands')).toEqual(
      [],
    )
  })

  it.each([
    ['One two three four five six seven eight nine ten one two three four five six seven eight nine ten one.', /words/],
    ['Nobody can be randomised here.', /“Nobody”/],
    ['The nurse and his pack.', /“his”/],
    ['Two pack(s) are here.', /“\(s\)”/],
    ['It is sent by e-mail.', /“e-mail”/],
  ])('fail with file and sentence: %s', (words, fault) => {
    const [said] = faultsOf({ path: 'a.tsx', words })
    expect(said).toMatch(fault)
    expect(said).toContain(`a.tsx: `)
    expect(said).toContain(words)
  })
})

import { describe, expect, it } from 'vitest'
import { textsOfMarkdown } from './markdown-texts'
import { readSentences, sentencesOf, type Sentence } from './sentences'
import { visibleSentences } from './visible-sources'

const MAX_WORDS = 20

/** Words that readers stumbled over, and their replacements. */
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
  [/[\d…]\s%/, '80%, without a space'],
  [/\ball the same\b/i, 'anyway'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\b(ca|do|does|did|wo|is|are|could|would)n['’]t\b/i, 'cannot, do not'],
]

/** Sentences that are fixed elsewhere, or use a word in another meaning, each with the reason. */
const EXCEPTIONS: readonly [sentence: string, reason: string][] = [
  [
    'Each allocation is made by the server at the moment you ask, and nothing about the next one is kept on this device, so nobody can foresee it.',
    'the refusal to randomise offline is fixed to the letter',
  ],
  ["Don't have any of the above accounts?", 'the label is fixed to the letter'],
  ['Must be id or title', 'these are values of a parameter of the API'],
  [
    'Usage: node verify-ledger.mjs ledger.json [--commitment HEX] [--head HEX] [--earlier OLD.json] [--participants LIST.csv] node verify-ledger.mjs FOLDER [--seal HEX] [--commitment HEX] [--head HEX] [--earlier OLD.json]',
    'commands to type, not a sentence',
  ],
]

const wordsIn = (sentence: string): string[] => sentence.split(' ').filter((word) => /[\p{L}\p{N}…]/u.test(word))

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

const sentences = visibleSentences()

describe('visible text', () => {
  it('is short, and in the words that the field uses', () => {
    expect(sentences.flatMap(faultsOf)).toEqual([])
  })

  it.each(EXCEPTIONS)('still has the exception: %s', (sentence) => {
    expect(sentences.map(({ words }) => words)).toContain(sentence)
  })
})

describe('the sources of sentences', () => {
  it.each([
    [
      'a page of the provider',
      'src/server/doors/idp/external/enrolment.ts',
      'Scan this QR code, or enter the key below it.',
    ],
    ['a page of the server', 'src/server/doors/wall/wall-page.ts', 'No connection.'],
    [
      'a command',
      'src/commands/test.mjs',
      'Left out: journeys at a desk, the app on a device, walks over everything, commands and upgrades.',
    ],
    ['the verifier', 'src/verifier/verify-ledger.mjs', 'The ledger is correct'],
    ['the database’s messages', 'src/server/ground/db/postgres-pool.ts', 'The database does not answer'],
    ['a page of help', 'src/help/nurse.md', 'Read them from the pack in your hand.'],
    ['the page before the app', 'src/client/index.html', 'Allow it for this site and load the page again.'],
    [
      'the manifest',
      'manifest.webmanifest',
      'Randomise participants of clinical trials: exactly once, never guessed, never lost.',
    ],
    ['an email', 'src/server/ground/mail/compose-letter.ts', 'Please check the stock today.'],
    ['the API', 'src/contract/participants.ts', 'Randomise a participant'],
  ])('have %s', (_what, path, words) => {
    expect(sentences).toContainEqual({ path, words })
  })
})

describe('the sentences of a source', () => {
  const wordsIn = (text: string) => sentencesOf('a.tsx', text).map(({ words }) => words)

  it('are its literals, templates and texts between tags, with each value as one word', () => {
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

  it('are those of a page that the server writes, without its tags', () => {
    const page =
      'const d = html`<h1>One two</h1><p>Three <a href="/a">four</a> five. Six seven.</p><img alt="Eight nine" />`'
    expect(wordsIn(page)).toEqual(['One two', 'Three four five.', 'Six seven.', 'Eight nine'])
  })

  it('include those that begin with a number', () => {
    expect(wordsIn("const e = '2 packs are here.'")).toEqual(['2 packs are here.'])
  })

  it('are neither comments, nor types, nor names of modules', () => {
    expect(wordsIn('/** He stands there. */\nimport a from "some where"\ntype A = "he stands" // he stands')).toEqual(
      [],
    )
  })

  it('are the headings, paragraphs, items and cells of a page of help', () => {
    const page =
      '# One two\n\n1. Press **Three** at `four`.\n\n| five six | seven; eight nine |\n\n```sh\nnpm run it\n```\n'
    expect(readSentences('a.md', textsOfMarkdown(page)).map(({ words }) => words)).toEqual([
      'One two',
      'Press Three at ….',
      'five six',
      'eight nine',
    ])
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

import { houseFiles, sourcesIn, type HouseFile } from './house-files'
import { textsOfMarkdown } from './markdown-texts'
import { readSentences, sentencesOf, type Sentence } from './sentences'

/**
 * The folders with sentences that people read: screens, emails, refusals, reports, labels, templates and their errors,
 * the provider's pages, the API's document, and the output of commands.
 */
const FOLDERS = [
  'src/client',
  'src/offline',
  'src/domain',
  'src/contract',
  'src/server',
  'src/verifier',
  'src/commands',
  'src/help-pages',
  'sw',
]

/** Sample trials that an outside author described, and a page that is a script. */
const NOT_READ = /^src\/server\/start\/sample-data\/(trials\/|stroke-patients|sample-pack-logs)|docs-page/

/** Pages for developers and validators: code, and requirements in the words of the specifications. */
const NOT_FOR_USERS = /\/(contributing|validation[\w-]*)\.md$/

/** Queries begin with a word of SQL in small letters. */
const QUERIES = /^src\/server\/ground\/db\//
const isSaid = ({ path, words }: Sentence): boolean => !QUERIES.test(path) || /^[\p{Lu}“]/u.test(words)

const sentencesIn = ({ path, text }: HouseFile): Sentence[] => {
  if (path.endsWith('.md')) return readSentences(path, textsOfMarkdown(text))
  if (path.endsWith('.html')) return readSentences(path, [text])
  return sentencesOf(path, text).filter(isSaid)
}

/** Every sentence that people may read, from all sources of the product, its help, its glossary and its manifest. */
export const visibleSentences = (): Sentence[] => {
  const pages = houseFiles().filter(
    ({ path }) => /^src\/(help\/.*|glossary)\.md$/.test(path) && !NOT_FOR_USERS.test(path),
  )
  const sources = sourcesIn(...FOLDERS).filter(({ path }) => !NOT_READ.test(path))
  return [...[...sources, ...pages].flatMap(sentencesIn), ...manifestSentences()]
}

const manifestSentences = (): Sentence[] =>
  houseFiles()
    .filter(({ path }) => path === 'manifest.webmanifest')
    .flatMap(({ path, text }) =>
      readSentences(
        path,
        [...text.matchAll(/: "([^"]*)"/g)].map(([, words = '']) => words),
      ),
    )

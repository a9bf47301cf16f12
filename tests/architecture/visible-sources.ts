import { houseFiles, sourcesIn, type HouseFile } from './house-files'
import { textsOfMarkdown } from './markdown-texts'
import { readSentences, sentencesOf, type Sentence } from './sentences'

/**
 * The folders whose sentences people read: on screens and tablets, in emails, refusals, reports, labels, templates and their errors, on
 * the provider's pages and the API's, and in what commands print.
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

/** Trials of the sample that somebody else described, and a page that is a script. */
const NOT_READ = /^src\/server\/start\/sample-data\/(trials\/|stroke-patients|sample-pack-logs)|docs-page/

/** The pages for those who develop or validate the product: code and lists of requirements in the specifications' words. */
const NOT_FOR_USERS = /\/(contributing|validation[\w-]*)\.md$/

/** What a query begins with is a word of the database, in small letters. */
const QUERIES = /^src\/server\/ground\/db\//
const isSaid = ({ path, words }: Sentence): boolean => !QUERIES.test(path) || /^[\p{Lu}“]/u.test(words)

const sentencesIn = ({ path, text }: HouseFile): Sentence[] => {
  if (path.endsWith('.md')) return readSentences(path, textsOfMarkdown(text))
  if (path.endsWith('.html')) return readSentences(path, [text])
  return sentencesOf(path, text).filter(isSaid)
}

/** Every sentence that people may read, from all sources of the product, its pages of help, its glossary and its manifest. */
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

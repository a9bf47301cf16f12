import { parseSync } from 'vite'
import { isMarkup, textsOfMarkup } from './markup-texts'

/** A text that people may read, as its source has it. Each inserted value is one word, `…`. */
export type Sentence = { path: string; words: string }

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Texts below these nodes are not shown: names of modules, and types. */
const NOT_READ = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSTypeAnnotation', 'TSTypeAliasDeclaration'])

/**
 * Texts of a source that people may read: between tags, literals of several words, and single words with a capital.
 * Comments are left out. Each sentence is separate.
 */
export const sentencesOf = (path: string, text: string): Sentence[] => {
  const sentences: string[] = []
  const visit = (node: Node) => {
    if (NOT_READ.has(node.type)) return
    sentences.push(...wordsOf(node))
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  const { program } = parseSync(path, text)
  for (const statement of program.body) if (isNode(statement)) visit(statement)
  return readSentences(path, sentences)
}

/** The sentences in texts, without those texts that are only names and values. */
export const readSentences = (path: string, texts: string[]): Sentence[] =>
  texts
    .flatMap((words) => (isMarkup(words) ? textsOfMarkup(words) : [words]))
    .map((words) => words.replaceAll(/\s+/g, ' ').trim())
    .filter(isRead)
    .flatMap(splitIntoSentences)
    .map((words) => ({ path, words }))

const isRead = (words: string): boolean =>
  /^[\p{L}\p{N}“(…]/u.test(words) && (/[a-z],? [a-z]/.test(words) || /^\p{Lu}[\p{Ll}-]+$/u.test(words))

/** Splits after a final mark, or after a colon before a capital. */
const splitIntoSentences = (words: string): string[] => words.split(/(?<=[.?!:…]) (?=[\p{Lu}“…])/u)

/** The texts of a node itself. An element's text has a mark for each value and each element in it. */
const wordsOf = (node: Node): string[] => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [childrenOf(node).map(childText).join('')]
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral':
      return [partsOf(node).join('…')]
    default:
      return []
  }
}

const childText = (child: Node): string => {
  if (child.type === 'JSXText') return String(child['value'])
  const { expression } = child
  return isNode(expression) && typeof expression['value'] === 'string' ? expression['value'] : ' … '
}

const childrenOf = (node: Node): Node[] => (Array.isArray(node['children']) ? node['children'].filter(isNode) : [])

const partsOf = ({ quasis }: Node): string[] =>
  Array.isArray(quasis)
    ? quasis.filter(isNode).map(({ value }) => (isCooked(value) && value.cooked !== null ? value.cooked : ''))
    : []

const isCooked = (value: unknown): value is { cooked: string | null } =>
  typeof value === 'object' && value !== null && 'cooked' in value

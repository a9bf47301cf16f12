import { Marked, type Token, type Tokens } from 'marked'

/** A part of the contents of the help. */
export type ContentsGroup = { title: string; pages: { name: string; title: string; about: string }[] }

/** The groups of the contents page: each list item is a link to a page, a colon, and what the page is about. */
export const readContents = (markdown: string): ContentsGroup[] => {
  const groups: ContentsGroup[] = []
  for (const token of new Marked().lexer(markdown)) {
    if (isHeading(token) && token.depth === 2) groups.push({ title: token.text, pages: [] })
    if (!isList(token)) continue
    for (const { text } of token.items) {
      const [, title, name, about] = /^\[([^\]]+)\]\(([\w-]+)\.md\): (.+)$/.exec(text.replaceAll(/\s+/g, ' ')) ?? []
      if (title === undefined || name === undefined || about === undefined) throw new Error(`No page of help: ${text}`)
      groups.at(-1)?.pages.push({ name, title, about })
    }
  }
  return groups
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'

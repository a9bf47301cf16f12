import { Marked, type Token, type Tokens } from 'marked'
import { BILL_FILE } from './bill-of-materials.ts'
import { PICTURES_PATH, readPicture } from './picture.ts'

/** A page of help: its file's name, its heading, and the rest of it as HTML. */
type RenderedPage = {
  name: string
  title: string
  html: string
  sections: { id: string; title: string; depth: number }[]
}

/** One page. HTML in it is refused, and so is a link that leads neither to a page of help, nor to an https address, nor to the bill, and a
 * picture that is none of the help's or has no words. */
export const renderHelpPage = (name: string, markdown: string): RenderedPage => {
  const sections: RenderedPage['sections'] = []
  const [title, ...body] = withoutSpace(new Marked(WITHOUT_BARE_LINKS).lexer(markdown))
  if (title === undefined || !isHeading(title) || title.depth !== 1) throw new Error(`${name}.md begins with no title`)
  let lastTitle = title.text
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        lastTitle = text.replaceAll('`', '')
        const id = addressOf(text)
        if (depth <= 3) sections.push({ id, title: lastTitle, depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }) {
        if (href === BILL_FILE) return `<a href="/${href}" download>${this.parser.parseInline(tokens)}</a>`
        return `<a href="${addressFrom(name, href)}">${this.parser.parseInline(tokens)}</a>`
      },
      table(table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('\n')}</tr>`
        const rows = table.rows.map((cells) => row(cells, 'td')).join('\n')
        const label = `Table: ${lastTitle}`.replaceAll('"', '&quot;')
        return `<section tabindex="0" aria-label="${label}"><table><thead>${row(table.header, 'th')}</thead><tbody>${rows}</tbody></table></section>`
      },
      html({ text }) {
        throw new Error(`${name}.md has HTML: ${text}`)
      },
      image({ href, text }) {
        const picture = readPicture(href)
        if (picture === undefined || text === '') throw new Error(`${name}.md has a picture: ${href}`)
        const { file, width, height } = picture
        const words = text.replaceAll('"', '&quot;')
        return `<img src="/${PICTURES_PATH}/${file}" alt="${words}" width="${width}" height="${height}" loading="lazy" />`
      },
    },
  })
  return { name, title: title.text, html: marked.parser(body), sections }
}

/** What looks like an address is one only where it is written as a link. */
const WITHOUT_BARE_LINKS = { tokenizer: { url: () => undefined } }

/** The address in the portal of a link in a page. */
const addressFrom = (page: string, href: string): string => {
  if (href.startsWith('https://')) return href
  const [, name, heading = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(href) ?? []
  if (href === '' || (name === undefined && heading === '')) throw new Error(`${page}.md has a link to ${href}`)
  return `/help/${name ?? page}${heading}`
}

/** The address of a heading within its page, as sites that show Markdown make it. */
export const addressOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutSpace = (tokens: Token[]) => tokens.filter(({ type }) => type !== 'space')
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

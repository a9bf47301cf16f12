import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { BILL_FILE, billOfMaterials } from './bill-of-materials.ts'
import { PICTURES_PATH, readPicture } from './picture.ts'
import { readContents, type ContentsGroup } from './read-contents.ts'
import { renderHelpPage } from './render-help-page.ts'
import { SOFTWARE_PAGE, softwarePage } from './software-page.ts'

const PICTURES = fileURLToPath(new URL('../help/pictures', import.meta.url))

const OPERATORS = 'For operators'

/** Groups whose pages are loaded when one of them is opened: they are read at a desk, and no tablet stores them at once. */
const LATE: readonly string[] = ['Statistics', OPERATORS]

const MODULES = {
  contents: 'virtual:help-contents',
  stored: 'virtual:help-stored',
  late: 'virtual:help-late',
}

/**
 * The Markdown files of `src/help` as modules of the client, rendered when it is built, and the bill of materials and the pictures as files
 * beside it: no part of the app, so the worker does not store them.
 */
export const helpPages = (): Plugin => ({
  name: 'help-pages',
  resolveId: (source) => (Object.values(MODULES).includes(source) ? `\0${source}` : null),
  load(id) {
    if (!id.startsWith('\0virtual:help-')) return null
    const groups = readContents(readSource('../help/README.md')).map(withSoftware)
    const pagesOf = (areLate: boolean) =>
      groups
        .filter(({ title }) => LATE.includes(title) === areLate)
        .flatMap(({ pages }) => pages.map(({ name }) => renderHelpPage(name, markdownOf(name))))
    switch (id.slice(1)) {
      case MODULES.contents:
        return exported(
          'groups',
          groups.map((group) => ({ ...group, isLate: LATE.includes(group.title) })),
        )
      case MODULES.stored:
        return exported('pages', pagesOf(false))
      default:
        return exported('pages', pagesOf(true))
    }
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${BILL_FILE}`, (_, response) => {
      response.setHeader('Content-Type', 'application/json').end(bill())
    })
    middlewares.use(`/${PICTURES_PATH}/`, ({ url = '' }, response, next) => {
      const picture = readPicture(`pictures${url}`)
      if (picture === undefined) next()
      else response.setHeader('Content-Type', 'image/webp').end(picture.bytes)
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: BILL_FILE, source: bill() })
    for (const file of readdirSync(PICTURES)) {
      this.emitFile({ type: 'asset', fileName: `${PICTURES_PATH}/${file}`, source: readFileSync(join(PICTURES, file)) })
    }
  },
})

const bill = (): string =>
  `${JSON.stringify(billOfMaterials(JSON.parse(readSource('../../package.json')), lockedPackages()), null, 2)}\n`

const lockedPackages = () => JSON.parse(readSource('../../package-lock.json')).packages

const exported = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)}`

const readSource = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

const withSoftware = (group: ContentsGroup): ContentsGroup =>
  group.title === OPERATORS ? { ...group, pages: [...group.pages, SOFTWARE_PAGE] } : group

const markdownOf = (name: string): string =>
  name === SOFTWARE_PAGE.name ? softwarePage(lockedPackages()) : readSource(`../help/${name}.md`)

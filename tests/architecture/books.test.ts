import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readContents } from '../../src/help-pages/read-contents.ts'
import { renderHelpPage } from '../../src/help-pages/render-help-page.ts'
import { softwarePage } from '../../src/help-pages/software-page.ts'
import { SETTINGS_TABLE } from '../../src/server/start/config/settings-table'
import { houseFiles, sourcesIn, type HouseFile } from './house-files'
import { sentencesOf } from './sentences'

const HOUSE = join(import.meta.dirname, '../..')
const pages = houseFiles().filter(({ path }) => path.endsWith('.md'))
const help = pages.filter(({ path }) => path.startsWith('src/help/'))
/**
 * The pages for operators, developers and all others. Decisions describe the day of their making, so they are left out.
 */
const books = [...help, ...pages.filter(({ path }) => path === 'README.md' || path === 'src/README.md')]
const contents = readFileSync(join(HOUSE, 'src/help/README.md'), 'utf8')

/** The pages whose bold words quote the screens. */
const ROLES = ['nurse', 'pharmacist', 'coordinator', 'administrator', 'statistician', 'first-trial']

const named = (files: readonly HouseFile[], pattern: RegExp) =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })))

const missing = (found: readonly { path: string; name: string }[], isThere: (name: string, path: string) => boolean) =>
  found.filter(({ path, name }) => !isThere(name, path)).map(({ path, name }) => `${path}: ${name}`)

describe("names in the operators' books", () => {
  it('is a file that exists, where they link to one', () => {
    const links = named(pages, /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g)
    expect(links.length).toBeGreaterThan(50)
    expect(missing(links, (link, path) => existsSync(join(HOUSE, posix.dirname(path), link)))).toEqual([])
  })

  it('is a file or folder that exists, where it is a path', () => {
    const paths = named(books, /`((?:src|tests|sw|public)\/[\w./-]+?)\/?`/g)
    expect(paths.length).toBeGreaterThan(30)
    const isThere = (path: string) =>
      ['', '.ts', '.tsx', '.test.ts', '.test.tsx'].some((end) => existsSync(join(HOUSE, `${path}${end}`)))
    expect(missing(paths, isThere)).toEqual([])
  })

  it('is a file or folder of a room, where the code map names it from there', () => {
    const map = books.filter(({ path }) => path === 'src/README.md')
    const paths = named(map, /`((?:server|client|domain|contract|offline|help|deploy)\/[\w./-]+?)\/?`/g)
    expect(paths.length).toBeGreaterThan(100)
    expect(missing(paths, (path) => existsSync(join(HOUSE, 'src', path)))).toEqual([])
  })

  it('is a command that exists', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(HOUSE, 'package.json'), 'utf8'),
    )
    const commands = named(books, /\bnpm run ([\w:-]+)/g)
    expect(commands.length).toBeGreaterThan(10)
    expect(missing(commands, (name) => name in scripts)).toEqual([])
  })

  it('is a setting that exists', () => {
    const settings = SETTINGS_TABLE.flatMap(({ rows }) => rows.map(({ name }) => name))
    const isSetting = (name: string) =>
      [name, name.replace(/_FILE$/, '')].some(
        (one) => settings.includes(one) || settings.includes(one.replace(/^OIDC_(<ID>|[A-Z]+)_/, 'OIDC_<ID>_')),
      )
    const found = named(
      books.filter(({ path }) => path !== 'src/README.md'),
      /`((?:OIDC_<ID>|[A-Z]{2,})(?:_[A-Z]+)+)(?:=[^`]*)?`/g,
    )
    expect(found.length).toBeGreaterThan(50)
    expect(missing(found, isSetting)).toEqual([])
  })
})

describe('commands in the books', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(HOUSE, 'package.json'), 'utf8'))

  it('is a script that a shell can read, in each block of commands', () => {
    const blocks = named(books, /^```sh\n([\s\S]*?)^```$/gm)
    expect(blocks.length).toBeGreaterThan(30)
    const faults = blocks.flatMap(({ path, name: input }) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' })
      return status === 0 ? [] : [`${path}: ${stderr}${input}`]
    })
    expect(faults).toEqual([])
  })

  /** The text of the program that `npm run` starts. */
  const sourceOf = (command: string): string => {
    const [, file = ''] = /\bnode (\S+)/.exec(scripts[command] ?? '') ?? []
    return readFileSync(join(HOUSE, file.replace(/^dist\/(server\/)(.*)\.js$/, 'src/$1start/$2.ts')), 'utf8')
  }

  it('has options that the command knows', () => {
    const options = books.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+) -- ([^`\n]*)/g)].flatMap(([, command = '', rest = '']) =>
        [...rest.matchAll(/(?<!\S)--([\w-]+)/g)].map(([, option = '']) => ({ path, name: `${command} --${option}` })),
      ),
    )
    expect(options.length).toBeGreaterThan(6)
    const isKnown = (name: string) => {
      const [command = '', option = ''] = name.split(' --')
      return new RegExp(`--${option}\\b|\\b${option}'?: \\{`).test(sourceOf(command))
    }
    expect(missing(options, isKnown)).toEqual([])
  })

  it('tells of each command of the product how it is run in a container', () => {
    const commands = Object.values(scripts).flatMap((script) => /dist\/server\/(?!main)[\w-]+\.js/.exec(script) ?? [])
    expect(commands.length).toBeGreaterThan(6)
    const page = readFileSync(join(HOUSE, 'src/help/containers.md'), 'utf8')
    expect(commands.filter((command) => !page.includes(`node ${command}`))).toEqual([])
    expect(missing(named(help, /\bnode (dist\/server\/[\w-]+\.js)/g), (name) => commands.includes(name))).toEqual([])
  })
})

describe('a page of help', () => {
  it.each(help.map(({ path }) => path))(
    '%s is in the contents, unless it is for those who change the product',
    (path) => {
      const name = posix.basename(path)
      expect(['README.md', 'contributing.md'].includes(name) || contents.includes(`](${name})`)).toBe(true)
    },
  )

  it.each(help.filter(({ path }) => contents.includes(`](${posix.basename(path)})`)))(
    '$path can be served',
    ({ path, text }) => {
      const { html, sections } = renderHelpPage(posix.basename(path, '.md'), text)
      expect(html).not.toContain('<h1')
      for (const { id } of sections) expect(html).toContain(`id="${id}"`)
    },
  )

  it('that lists the software names every package that runs, once, with its licence', () => {
    const { html } = renderHelpPage(
      'software',
      softwarePage({
        '': { version: '1.0.0' },
        'node_modules/hono': { version: '4.0.0', license: 'MIT' },
        'node_modules/pg/node_modules/@a/b': { version: '1.0.0' },
        'node_modules/@a/b': { version: '1.0.0' },
        'node_modules/vite': { version: '8.0.0', license: 'MIT', dev: true },
      }),
    )
    expect([...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell)).toEqual([
      '@a/b',
      '1.0.0',
      'not stated',
      'hono',
      '4.0.0',
      'MIT',
    ])
  })

  it('is listed in the contents with its subject, or the build ends', () => {
    expect(readContents('## A\n\n- [B](b.md): What B is.\n')).toEqual([
      { title: 'A', pages: [{ name: 'b', title: 'B', about: 'What B is.' }] },
    ])
    expect(() => readContents('## A\n\n- [B](b.md)\n')).toThrow('No page of help: [B](b.md)')
  })

  it.each([
    ['HTML', 'A <b>bold</b> word'],
    ['a script', '<script>alert(1)</script>'],
    ['a link to a program', '[a](javascript:alert(1))'],
    ['a link to another folder', '[a](../server/main.ts)'],
    ['a link in clear', '[a](http://example.org)'],
    ['a picture from elsewhere', '![a](https://example.org/a.png)'],
    ['a picture without words', '![](pictures/set-up.webp)'],
  ])('with %s is refused', (_what, text) => {
    expect(() => renderHelpPage('a', `# A\n\n${text}\n`)).toThrow(/^a\.md has /)
  })

  it('shows a picture of the help in its size, with its words', () => {
    const { html } = renderHelpPage('a', '# A\n\n![The steps](pictures/set-up.webp)\n')
    expect(html).toMatch(
      /<img src="\/help-pictures\/set-up\.webp" alt="The steps" width="\d{3,4}" height="\d{2,3}" loading="lazy" \/>/,
    )
  })

  it('leads to other pages within the portal', () => {
    const { html } = renderHelpPage('a', '# A\n\n[b](b.md#c) [d](#d) [e](https://example.org)\n')
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/help/b#c',
      '/help/a#d',
      'https://example.org',
    ])
  })
})

it('the help names the periods of the daily deletion', () => {
  const job = readFileSync(join(HOUSE, 'src/server/doors/jobs/housekeeping.ts'), 'utf8')
  const table = readFileSync(join(HOUSE, 'src/help/data.md'), 'utf8')
  const days = Object.fromEntries(
    [...job.matchAll(/const (\w+)_LIFE_MS = (\d+) \* DAY_MS/g)].map(([, of, count]) => [of, count]),
  )
  expect(Object.keys(days)).toEqual(['KEY', 'SIMULATION', 'RANDOMISATION_TEST', 'LINK', 'INVITATION'])
  for (const [of, row] of [
    ['KEY', 'keys by which'],
    ['SIMULATION', 'simulations'],
    ['RANDOMISATION_TEST', 'randomisation tests'],
    ['LINK', 'invitations, and links'],
    ['INVITATION', 'invitations, and links'],
  ] as const)
    expect(table).toMatch(new RegExp(`^\\| ${row}.* \\| ${days[of]} days +\\|$`, 'm'))
})

/** Sentences of screens without their final marks, with `…` for each value. */
const shown = new Set(
  sourcesIn('src/client', 'src/domain', 'src/contract')
    .filter(({ path }) => !path.endsWith('.html'))
    .flatMap(({ path, text }) => sentencesOf(path, text))
    .map(({ words }) => plain(words)),
)

function plain(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .replaceAll('’', "'")
    .replace(/[.:…?\s]+$/, '')
    .trim()
}

/** The bold words of a page, sentence by sentence. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = '']) =>
    words
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.?!]) (?=\p{Lu})/u)
      .map(plain),
  )

describe('words of screens in the help', () => {
  it.each(ROLES)('%s quotes what screens say', (name) => {
    const quoted = quotedIn(readFileSync(join(HOUSE, `src/help/${name}.md`), 'utf8'))
    expect(quoted.length).toBeGreaterThan(20)
    expect(quoted.filter((words) => !shown.has(words))).toEqual([])
  })

  // A nurse who believes that blinded people cannot read the reason may write the group in it.
  it('nurse says who reads the reason of an unblinding, as the dialog does', () => {
    const dialog = readFileSync(join(HOUSE, 'src/client/subjects/participants/list/unblind-dialog.tsx'), 'utf8')
    expect(dialog).toContain("participant.is_unblinded ? 'Blinded people cannot read it.' : EVERYONE_READS")
    const form = readFileSync(join(HOUSE, 'src/client/action/required-text.tsx'), 'utf8')
    const [, everyone = ''] = /EVERYONE_READS = '(.+)'/.exec(form) ?? []
    const nurse = readFileSync(join(HOUSE, 'src/help/nurse.md'), 'utf8')
    const [, section = ''] = /^### Someone must be unblinded at night\n([\s\S]*?)^#/m.exec(nurse) ?? []
    expect(everyone).not.toBe('')
    expect(quotedIn(section)).toEqual(expect.arrayContaining(quotedIn(`**${everyone}**`)))
  })
})

import { Ajv } from 'ajv'
import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { MAX_IMPORT_BYTES } from '../../src/contract/endpoint'
import { SETTINGS_TABLE } from '../../src/server/start/config/settings-table'

const HOUSE = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(HOUSE, path), 'utf8')
const deploy = (name: string) => read(`src/deploy/${name}`)
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const containerfile = deploy('Containerfile')
const compose = deploy('compose.yaml')
const caddyfile = deploy('Caddyfile')
const nginx = deploy('nginx.conf')
const unit = deploy('equipoise.service')

const settings = SETTINGS_TABLE.flatMap(({ rows }) => rows)
const defaultPort = settings.find(({ name }) => name === 'PORT')?.value_unset
const isSetting = (name: string) =>
  [name, name.replace(/_FILE$/, '')].some((one) =>
    settings.some((setting) => setting.name === one.replace(/^OIDC_[A-Z]+_/, 'OIDC_<ID>_')),
  )

/** The lines below a service of compose.yaml. */
const service = (name: string) => new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''

describe('the container file', () => {
  it('sets only settings that exist, beside what Node.js reads', () => {
    const names = all(/^ENV (.+)$/m.exec(containerfile)?.[1] ?? '', /([A-Z_]+)=/g)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([])
  })

  it('starts what the build makes, as the unit of systemd does', () => {
    const program = /^CMD \["node", "dist\/server\/(.+)\.js"\]$/m.exec(containerfile)?.[1]
    expect(unit).toContain(`ExecStart=/usr/bin/node dist/server/${program}.js`)
    expect(read('vite.config.ts')).toContain(`${program}: at('src/server/start/${program}.ts')`)
  })

  it('runs as nobody, and asks an address that the server answers while its process lives', () => {
    expect(containerfile).toMatch(/^USER [1-9]\d{4}:\d+$/m)
    const asked = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)/.exec(containerfile)?.[1]
    expect(read('src/server/doors/http/health.ts')).toContain(
      `app.get('${asked}', (requestContext) => requestContext.json(OK`,
    )
  })

  it('is given everything that the build is made of, and no other data', () => {
    const given = all(read('.dockerignore'), /^!(.+)$/gm)
    const sources = all(/SOURCES = \[(.+)\]/.exec(read('src/commands/fresh-build.mjs'))?.[1] ?? '', /'([^']+)'/g)
    expect(sources.length).toBeGreaterThan(5)
    expect(given).toEqual(expect.arrayContaining(sources))
    expect(given.filter((path) => !existsSync(join(HOUSE, path)))).toEqual([])
    expect(given).not.toContain('data')
  })
})

describe('the unit of systemd', () => {
  it('starts a process that ended again, however often it could not start', () => {
    expect(unit).toMatch(/^Restart=always$/m)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  })
})

describe('recovery to a point in time', () => {
  const book = read('src/help/backup.md')

  it('ends with a path, a check and a full backup of the restored folder, as PostgreSQL cannot archive otherwise', () => {
    const restored = /--pg1-path=(\S+) restore$/m.exec(book)
    const after = book.slice(restored?.index)
    expect(deploy('pgbackrest.conf')).toMatch(/^pg1-path=\//m)
    expect(deploy('pgbackrest.conf')).not.toContain(`pg1-path=${restored?.[1]}`)
    expect(after).toContain(`Set \`pg1-path\` in \`pgbackrest.conf\` to the restored folder: \`${restored?.[1]}\``)
    expect(after).toMatch(/^pgbackrest --stanza=equipoise check\npgbackrest --stanza=equipoise --type=full backup$/m)
  })

  it('has a query that finds an archive command that fails', () => {
    expect(/```sql\n(.+?)```/s.exec(book)?.[1]).toMatch(/pg_stat_archiver\s+where last_failed_time > /)
  })
})

describe('the compose file', () => {
  it('is one by the Compose Specification', () => {
    const { $schema: _, ...schema } = JSON.parse(read('tests/support/compose-spec/schema.json'))
    // Its formats, such as that of a duration, are the Compose specification's own.
    const isComposeFile = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
    expect([isComposeFile(parse(compose)), isComposeFile.errors]).toEqual([true, null])
    expect(isComposeFile(parse(compose.replace('restart:', 'restarts:')))).toBe(false)
  })

  it('starts a portal that ended again, and lets it be ended from within', () => {
    expect(service('portal')).toMatch(/^ {4}restart: unless-stopped$/m)
    expect(service('portal')).toMatch(/^ {4}init: true$/m)
  })

  it('gives the portal only settings that exist', () => {
    const names = all(service('portal'), /^ {6}([A-Z_]+): /gm)
    expect(names).toEqual(expect.arrayContaining(['INSTANCE', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'SEED_KEY_FILE']))
    expect(names.filter((name) => !isSetting(name))).toEqual([])
  })

  it('trusts the proxy by the address that the proxy has', () => {
    const trusted = /TRUSTED_PROXIES: (.+)/.exec(service('portal'))?.[1] ?? ''
    expect(service('proxy')).toContain(`ipv4_address: ${trusted}\n`)
    const [network = '', bits] = (/subnet: (.+)/.exec(compose)?.[1] ?? '').split('/')
    const subnet = new BlockList()
    subnet.addSubnet(network, Number(bits))
    expect(subnet.check(trusted)).toBe(true)
  })

  it('publishes no port but those of the proxy', () => {
    expect(service('proxy')).toMatch(/^ {4}ports: /m)
    expect(
      [service('portal'), service('database')].filter((lines) => /^ {4}(ports|expose|network_mode)/m.test(lines)),
    ).toEqual([])
  })

  it('reads each secret from a file that it declares, and the book says how to make it', () => {
    const asked = all(compose, /_FILE: \/run\/secrets\/(\w+)/g)
    expect(asked.length).toBeGreaterThan(4)
    const declared = all(compose, /file: \.\/secrets\/(\w+)/g)
    expect(declared.toSorted()).toEqual(asked.toSorted())
    const book = read('src/help/containers.md')
    expect(declared.filter((name) => !book.includes(`> secrets/${name}`))).toEqual([])
  })

  it('needs no environment variable that the book does not name', () => {
    const asked = new Set(all(compose, /\$\{(\w+)/g))
    const [, file = ''] = /beside\s+`compose\.yaml`:\n\n```sh\n([^`]+)```/.exec(read('src/help/containers.md')) ?? []
    expect(all(file, /^([A-Z_]+)=/gm).toSorted()).toEqual([...asked].toSorted())
  })
})

describe.each([
  ['Caddy', caddyfile, /:(\d+)\} \{\n\t\ttransport/, /max_size (\d+)MB/, /keepalive (\d+)s/],
  ['nginx', nginx, /server 127\.0\.0\.1:(\d+);/, /client_max_body_size (\d+)m;/, /keepalive_timeout (\d+)s;/],
])('the file of %s', (_name, text, port, size, idle) => {
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1])

  it('leads to the port at which the portal listens by default', () => {
    expect(String(number(port))).toBe(defaultPort)
  })

  it('lets the portal itself refuse what is too large', () => {
    expect(number(size) * 1_000_000).toBeGreaterThan(MAX_IMPORT_BYTES)
  })

  it('closes an idle connection before the portal does', () => {
    const [, milliseconds = ''] = /KEEP_ALIVE_MS = ([\d_]+)/.exec(read('src/server/doors/http/http-server.ts')) ?? []
    expect(number(idle) * 1000).toBeLessThan(Number(milliseconds.replaceAll('_', '')))
  })
})

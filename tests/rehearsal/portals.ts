import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port'
import { BUILT_SERVER } from '../support/built-files'
import { FAST_REQUESTS } from '../support/portal'
import { until } from '../support/until'
import { PATIENCE } from './cluster'
import { signalTree, type Programs } from './programs'
import { addressOf, DATABASES, type Recipe } from './recipe'

const PORTALS = ['portal1', 'portal2'] as const
type PortalName = (typeof PORTALS)[number]

/** Two portals behind one HAProxy, and another HAProxy before the database. */
export type Portals = {
  /** The address for people. */
  url: string
  start: (portal: PortalName) => Promise<void>
  kill: (portal: PortalName) => Promise<void>
}

/** Starts the recipe's HAProxy before the database. Returns the address there for PostgreSQL's administrator. */
export const startDatabaseProxy = async (folder: string, recipe: Recipe, programs: Programs): Promise<string> => {
  const port = await freePort()
  startProxy(
    folder,
    programs,
    'haproxy-database',
    recipe.read('haproxy-database.cfg', null, [['127.0.0.1:5000', `127.0.0.1:${port}`]]),
  )
  return `postgres://postgres:PASSWORD-OF-POSTGRES@127.0.0.1:${port}/postgres`
}

/** Starts the recipe's HAProxy before the portals, without TLS. No portal runs yet. */
export const startPortals = async (
  folder: string,
  recipe: Recipe,
  programs: Programs,
  database_url: string,
): Promise<Portals> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const bind = 'bind :443 ssl crt /etc/haproxy/portal.pem alpn h2,http/1.1'
  const text = recipe.read('haproxy-portal.cfg', null, [
    [bind, `bind 127.0.0.1:${port}\n    bind [::1]:${port}`],
    // The address has no https here.
    ['    http-request set-header X-Forwarded-Proto https\n', ''],
  ])
  startProxy(folder, programs, 'haproxy-portal', text)
  // HAProxy assumes that every portal works until it has checked it twice.
  await answers(`${url}/readyz`, 503)
  const running = new Map<PortalName, ReturnType<Programs['start']>>()
  const start = async (portal: PortalName) => {
    const own = recipe.portOf(addressOf(portal, 8080))
    const env = {
      ...FAST_REQUESTS,
      HOST: '127.0.0.1',
      PORT: String(own),
      INSTANCE: 'test',
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: portal === 'portal1' ? database_url : severalHosts(recipe, database_url),
      DATA_DIR: join(folder, portal),
      SEED_KEY: '5eed'.repeat(16),
    }
    running.set(
      portal,
      programs.start(portal, process.execPath, [BUILT_SERVER], { log: join(folder, `${portal}.log`), env }),
    )
    await answers(`http://127.0.0.1:${own}/readyz`, 200)
    await answers(`${url}/readyz`, 200)
  }
  return {
    url,
    start,
    kill: async (portal) => {
      const child = running.get(portal)
      if (child?.pid === undefined) throw new Error(`${portal} does not run`)
      const ended = once(child, 'exit')
      signalTree(child.pid, 'SIGKILL')
      await ended
    },
  }
}

/** The recipe's other address of the database: past HAProxy, with all its machines. */
const severalHosts = (recipe: Recipe, database_url: string): string => {
  const hosts = DATABASES.map((machine) => `127.0.0.1:${recipe.portOf(addressOf(machine, 5432))}`)
  return `${database_url.replace(new URL(database_url).host, hosts.join(','))}?target_session_attrs=read-write`
}

const startProxy = (folder: string, programs: Programs, name: string, text: string) => {
  const file = join(folder, `${name}.cfg`)
  writeFileSync(file, text)
  programs.start(name, 'haproxy', ['-db', '-f', file], { log: join(folder, `${name}.log`) })
}

/** Resolves when an address has answered with this status three times. */
const answers = async (address: string, status: number): Promise<void> => {
  let found = 0
  await until(
    `${address} answers ${status}`,
    async () => {
      const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      found = answer?.status === status ? found + 1 : 0
      return found === 3
    },
    PATIENCE,
  )
}

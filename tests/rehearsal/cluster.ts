import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import * as v from 'valibot'
import { until } from '../support/until'
import { openForwarder, type Forwarder } from './forwarder'
import { ownerOfPrograms, signalTree, type Programs } from './programs'
import { addressOf, DATABASES, type DatabaseName, type Recipe } from './recipe'

/** Three machines with etcd, Patroni and PostgreSQL. */
export type Cluster = {
  /** The primary and the synchronous standby; null where the cluster reports none. */
  roles: () => Promise<{ primary: DatabaseName | null; synchronous: DatabaseName | null }>
  /** Resolves when a primary, a synchronous standby and another standby are all running. */
  whole: () => Promise<void>
  /** Suspends PostgreSQL and Patroni of a machine, and resumes them. */
  freeze: (machine: DatabaseName) => void
  thaw: (machine: DatabaseName) => void
  /** Ends both with SIGKILL, and starts Patroni again. */
  kill: (machine: DatabaseName) => void
  revive: (machine: DatabaseName) => void
  /** Cuts a machine's connections to all of etcd, and restores them. */
  cutFromEtcd: (machine: DatabaseName) => void
  healToEtcd: (machine: DatabaseName) => void
  /** Has Patroni make a planned switch-over. */
  switchOver: (from: DatabaseName, to: DatabaseName) => Promise<void>
  /** Closes the connections to etcd and ends every PostgreSQL. */
  close: () => void
}

const members = v.object({
  members: v.array(v.object({ name: v.picklist(DATABASES), role: v.string(), state: v.string() })),
})

/** A limit that no successful step reaches, in milliseconds. */
export const PATIENCE = 120_000

type Node = { configuration: string; data: string; log: string; patroni: number | undefined; ways: Forwarder[] }

/** Starts the recipe's etcd and Patroni in a folder. */
export const startCluster = async (folder: string, recipe: Recipe, programs: Programs): Promise<Cluster> => {
  const owner = ownerOfPrograms()
  const ownFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  for (const machine of DATABASES) {
    const text = recipe.read('etcd.env', machine, [['/var/lib/etcd/equipoise', ownFolder(`etcd-${machine}`)]])
    const env = Object.fromEntries(text.split('\n').flatMap((line) => (line === '' ? [] : [settingOf(line)])))
    programs.start(`etcd ${machine}`, 'etcd', [], { log: join(folder, `etcd-${machine}.log`), env })
  }
  const nodes = new Map<DatabaseName, Node>()
  const nodeOf = (machine: DatabaseName): Node => {
    const node = nodes.get(machine)
    if (!node) throw new Error(`${machine} was not started`)
    return node
  }
  const startPatroni = (machine: DatabaseName) => {
    const { configuration, log } = nodeOf(machine)
    const env = { HOME: folder, LANG: 'C.UTF-8' }
    nodeOf(machine).patroni = programs.start(`patroni ${machine}`, 'patroni', [configuration], { log, env }).pid
  }
  for (const machine of DATABASES) {
    const etcds = DATABASES.map((each) => addressOf(each, 2379))
    const ways = await Promise.all(etcds.map((address) => openForwarder(recipe.portOf(address))))
    const work = ownFolder(machine)
    const data = join(work, 'data')
    const text = recipe.read('patroni.yml', machine, [
      ...etcds.map((address, index) => [`- ${address}`, `- 127.0.0.1:${ways[index]?.port}`] as const),
      // Otherwise Patroni asks etcd for its addresses, and bypasses the connections that can be cut.
      ['etcd3:\n', 'etcd3:\n  use_proxies: true\n'],
      ['/var/lib/postgresql/15/equipoise', data],
      ['/var/lib/postgresql/equipoise.pgpass', join(work, 'pgpass')],
      ['/var/run/postgresql', work],
      ['10.0.0.0/24', '127.0.0.0/8'],
      // A rehearsal must not restart its own machine.
      ['mode: automatic', 'mode: off'],
    ])
    const configuration = join(folder, `${machine}.yml`)
    writeFileSync(configuration, text, { mode: 0o644 })
    nodes.set(machine, { configuration, data, log: join(folder, `${machine}.log`), patroni: undefined, ways })
  }
  await until('etcd is one cluster', () => isEtcdOne(recipe), PATIENCE)
  for (const machine of DATABASES) startPatroni(machine)

  const postmasterOf = (machine: DatabaseName): number | null => {
    try {
      return Number(readFileSync(join(nodeOf(machine).data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    } catch {
      return null
    }
  }
  const signal = (machine: DatabaseName, name: NodeJS.Signals) => {
    const { patroni } = nodeOf(machine)
    for (const pid of [patroni, postmasterOf(machine)]) if (typeof pid === 'number') signalTree(pid, name)
  }
  const states = async () => {
    for (const machine of DATABASES) {
      try {
        const address = `http://127.0.0.1:${recipe.portOf(addressOf(machine, 8008))}/cluster`
        const answer = await fetch(address, { signal: AbortSignal.timeout(1_000) })
        return v.parse(members, await answer.json()).members
      } catch {
        // The next machine may answer.
      }
    }
    return []
  }
  const isRunning = ({ state }: { state: string }) => state === 'running' || state === 'streaming'
  const roles: Cluster['roles'] = async () => {
    const found = await states()
    const named = (role: string) => found.find((each) => each.role === role && isRunning(each))?.name ?? null
    return { primary: named('leader'), synchronous: named('sync_standby') }
  }
  return {
    roles,
    whole: () =>
      until(
        'three machines run, a primary and a synchronous standby among them',
        async () => {
          const found = (await states()).filter(isRunning)
          const has = (role: string) => found.some((each) => each.role === role)
          return found.length === DATABASES.length && has('leader') && has('sync_standby')
        },
        PATIENCE,
      ),
    freeze: (machine) => signal(machine, 'SIGSTOP'),
    thaw: (machine) => signal(machine, 'SIGCONT'),
    kill: (machine) => signal(machine, 'SIGKILL'),
    revive: startPatroni,
    cutFromEtcd: (machine) => nodeOf(machine).ways.forEach((way) => way.cut()),
    healToEtcd: (machine) => nodeOf(machine).ways.forEach((way) => way.heal()),
    switchOver: async (from, to) => {
      const { configuration } = nodeOf(from)
      const args = ['-c', configuration, 'switchover', '--master', from, '--candidate', to, '--force', 'equipoise']
      await promisify(execFile)('patronictl', args, { env: { ...process.env, LANG: 'C.UTF-8' } })
    },
    close: () => {
      for (const machine of DATABASES) {
        nodeOf(machine).ways.forEach((way) => way.close())
        // Patroni leaves PostgreSQL running when it is killed alone.
        signal(machine, 'SIGCONT')
        signal(machine, 'SIGKILL')
      }
    },
  }
}

/** Patroni exits if it asks etcd before that. */
const isEtcdOne = async (recipe: Recipe): Promise<boolean> => {
  const answers = DATABASES.map(async (machine) => {
    const answer = await fetch(`http://127.0.0.1:${recipe.portOf(addressOf(machine, 2379))}/version`)
    return v.parse(version, await answer.json()).etcdcluster
  })
  return (await Promise.all(answers).catch(() => [''])).every((each) => /^\d/.test(each))
}

const version = v.object({ etcdcluster: v.string() })

const settingOf = (line: string): [string, string] => {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

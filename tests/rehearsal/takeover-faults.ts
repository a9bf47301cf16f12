import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { until } from '../support/until'
import { PATIENCE, type Cluster } from './cluster'
import type { Portals } from './portals'
import { DATABASES, type DatabaseName } from './recipe'

/** The programs that a fault can affect. */
export type Ground = {
  cluster: Cluster
  portals: Portals
  /** The address of a machine's PostgreSQL, for its administrator. */
  direct: (machine: DatabaseName) => string
}

/** A fault, and its end once people randomise again. */
export type Fault = {
  name: string
  /** The seconds within which people randomise again. */
  limit: number
  /** Begins the fault. Resolves when only the programs themselves need time. */
  inflict: (ground: Ground) => Promise<{ undo: () => Promise<void> | void }>
}

const LIMIT = 30
const LIMIT_PLANNED = 5
/** HAProxy notices the end of a portal behind it. */
const LIMIT_PORTAL = 10

/** Every fault in order. After each the cluster is made whole again. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'primary killed (SIGKILL, with its Patroni)',
    limit: LIMIT,
    inflict: ({ cluster }) =>
      withPrimary(cluster, async (primary) => {
        cluster.kill(primary)
        await otherPrimary(cluster, primary)
        return { undo: () => cluster.revive(primary) }
      }),
  },
  {
    name: 'primary frozen (SIGSTOP, with its Patroni)',
    limit: LIMIT,
    inflict: ({ cluster }) =>
      withPrimary(cluster, async (primary) => {
        cluster.freeze(primary)
        await otherPrimary(cluster, primary)
        return { undo: () => cluster.thaw(primary) }
      }),
  },
  {
    name: 'primary cut from etcd',
    limit: LIMIT,
    inflict: ({ cluster }) =>
      withPrimary(cluster, async (primary) => {
        cluster.cutFromEtcd(primary)
        await otherPrimary(cluster, primary)
        return { undo: () => cluster.healToEtcd(primary) }
      }),
  },
  {
    name: 'synchronous standby silent (SIGSTOP)',
    limit: LIMIT,
    inflict: async ({ cluster }) => {
      const silent = await synchronousOf(cluster)
      cluster.freeze(silent)
      await until(
        `${silent} is not the synchronous standby any more`,
        async () => {
          const { synchronous } = await cluster.roles()
          return synchronous !== null && synchronous !== silent
        },
        PATIENCE,
      )
      return { undo: () => cluster.thaw(silent) }
    },
  },
  {
    name: 'waits for a silent standby cancelled, then the primary killed',
    limit: 2 * LIMIT,
    inflict: (ground) =>
      withPrimary(ground.cluster, async (primary) => {
        const { cluster } = ground
        const standbys = DATABASES.filter((machine) => machine !== primary)
        for (const machine of standbys) cluster.freeze(machine)
        await cancelWaits(ground.direct(primary))
        cluster.kill(primary)
        for (const machine of standbys) cluster.thaw(machine)
        await otherPrimary(cluster, primary)
        return { undo: () => cluster.revive(primary) }
      }),
  },
  {
    name: 'a portal killed (SIGKILL)',
    limit: LIMIT_PORTAL,
    inflict: async ({ portals }) => {
      await portals.kill('portal2')
      return { undo: () => portals.start('portal2') }
    },
  },
  {
    name: 'planned switchover (patronictl)',
    limit: LIMIT_PLANNED,
    inflict: ({ cluster }) =>
      withPrimary(cluster, async (primary) => {
        await cluster.switchOver(primary, await synchronousOf(cluster))
        await otherPrimary(cluster, primary)
        return { undo: () => {} }
      }),
  },
]

const withPrimary = async <T>(cluster: Cluster, work: (primary: DatabaseName) => Promise<T>): Promise<T> => {
  const { primary } = await cluster.roles()
  if (primary === null) throw new Error('The cluster has no primary')
  return work(primary)
}

const synchronousOf = async (cluster: Cluster): Promise<DatabaseName> => {
  const { synchronous } = await cluster.roles()
  if (synchronous === null) throw new Error('The cluster has no synchronous standby')
  return synchronous
}

const otherPrimary = (cluster: Cluster, than: DatabaseName) =>
  until(
    `another machine than ${than} is the primary`,
    async () => {
      const { primary } = await cluster.roles()
      return primary !== null && primary !== than
    },
    PATIENCE,
  )

/** The time in which waits are cancelled, in milliseconds: less than Patroni takes to give up a silent standby. */
const CANCELLING_MS = 2_500

/** Cancels every wait for a standby repeatedly, as a person might who sees others wait. */
const cancelWaits = async (url: string): Promise<void> => {
  const client = new Client(url)
  await client.connect()
  // A cancelled commit is answered at once. A repeat under its key must not be answered from the primary alone.
  const end = performance.now() + CANCELLING_MS
  while (performance.now() < end) {
    await client.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    await setTimeout(20)
  }
  await client.end()
}

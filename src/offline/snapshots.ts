import { Dexie, liveQuery, type EntityTable, type Table } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { withTimeout } from './timeout'
import { withoutTrials, type StorableAnswer } from './storable-answer'

/** A stored answer; only the newest of each scope is stored. */
export type Snapshot = {
  scope: string
  trial_id: number | null
  /** When the server was asked, in milliseconds since the epoch by this device's clock. */
  as_of: number
  body: unknown
  /** The version of the server's list, where the answer has one. */
  version?: string | null
}

type OwnerRow = { key: 'owner'; sub: string }
/** When a trial was withheld from the owner, in milliseconds since the epoch by this device's clock. */
type WithheldRow = { key: `${typeof WITHHELD}${number}`; at: number }
const WITHHELD = 'withheld:'

/** The owner of an answer: a person's `sub`, or null where the call needs no sign-in. */
export type Owner = string | null

/** When each stored answer was requested, by its scope, and the bodies of some of them. */
export type StoredOverview = { ages: ReadonlyMap<string, number>; bodies: ReadonlyMap<string, unknown> }

export type Snapshots = {
  /** Gives the store to this person, who has signed in, and deletes everybody else's answers in the same transaction. */
  begin: (sub: string) => Promise<void>
  /** Null where nothing is stored, and for everybody but the store's owner. */
  read: (owner: Owner, scope: string) => Promise<Snapshot | null>
  /** The ages of everything stored, and the bodies of these scopes; empty for everybody but the store's owner. */
  survey: (owner: string, scopes: readonly string[]) => Promise<StoredOverview>
  /** The same now and after each change, by whichever tab or the worker. Returns a function that stops it. */
  follow: (owner: string, scopes: readonly string[], observer: OverviewObserver) => () => void
  /** Does nothing for everybody but the store's owner: an answer that arrives after a sign-out is not stored. */
  store: (
    owner: Owner,
    storable: StorableAnswer,
    as_of: number,
    body: unknown,
    version?: string | null,
  ) => Promise<void>
  /** Deletes a trial that the person has lost, and refuses answers about it that were requested before `at`. */
  deleteTrial: (owner: Owner, trialId: number, at: number) => Promise<void>
  /**
   * Deletes everything in one transaction and checks that it is gone. Does nothing where no person's data is stored. Answers
   * without an owner that were requested at `since` or later stay: a page that opens signed out stores them during the wipe,
   * and never requests them again.
   */
  wipe: (since?: number) => Promise<void>
  close: () => void
}

type OverviewObserver = { next: (overview: StoredOverview) => void; error: (error: unknown) => void }

/** The version of the tables. An upgrade may drop them, since answers can be fetched again. */
const VERSION = 2

/**
 * Opens the store of answers for one person, its owner, who is set at sign-in and removed at sign-out. Nothing is read or
 * stored for anybody else, so neither a crash during a wipe nor a late answer shows one person's data to the next.
 */
export const openSnapshots = (name: string): Snapshots => {
  const dexie = new Dexie(name)
  abortWhenLeft(dexie)
  // The index holds the ages, so that they are read without the bodies, which may be megabytes.
  dexie.version(VERSION).stores({ snapshots: 'scope, [scope+as_of]', common: 'scope', owner: 'key' })
  const snapshots: EntityTable<Snapshot, 'scope'> = dexie.table('snapshots')
  const common: EntityTable<Snapshot, 'scope'> = dexie.table('common')
  const owner: Table<OwnerRow | WithheldRow, string> = dexie.table('owner')

  /** The table of this person's answers, or of those without an owner; null where the store is another person's. */
  const tableOf = async (ownerSub: Owner) => {
    if (ownerSub === null) return common
    return (await ownerNow()) === ownerSub ? snapshots : null
  }
  const ownerNow = async (): Promise<string | null> => {
    const row = await owner.get('owner')
    return row && 'sub' in row ? row.sub : null
  }
  /** The trials that were withheld after the instant of a request. */
  const withheldSince = async (as_of: number): Promise<number[]> => {
    const rows = await owner.where('key').startsWith(WITHHELD).toArray()
    return rows.flatMap((row) => ('at' in row && row.at > as_of ? [Number(row.key.slice(WITHHELD.length))] : []))
  }
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeout(dexie.transaction('rw', snapshots, common, owner, work))

  const overviewOf = (ownerSub: string, scopes: readonly string[]): Promise<StoredOverview> =>
    dexie.transaction('r', snapshots, owner, async () => {
      if ((await ownerNow()) !== ownerSub) return { ages: new Map(), bodies: new Map() }
      const ages = (await snapshots.orderBy('[scope+as_of]').keys()).flatMap(ageOfKey)
      const rows = await snapshots.bulkGet([...scopes])
      return { ages: new Map(ages), bodies: new Map(rows.flatMap((row) => (row ? [[row.scope, row.body]] : []))) }
    })

  return {
    begin: (sub) =>
      transact(async () => {
        if ((await ownerNow()) !== sub) {
          await snapshots.clear()
          await owner.clear()
        }
        await owner.put({ key: 'owner', sub })
      }),
    read: (ownerSub, scope) => transact(async () => (await (await tableOf(ownerSub))?.get(scope)) ?? null),
    survey: (ownerSub, scopes) => withTimeout(overviewOf(ownerSub, scopes)),
    follow: (ownerSub, scopes, observer) => {
      const subscription = liveQuery(() => overviewOf(ownerSub, scopes)).subscribe(observer)
      return () => subscription.unsubscribe()
    },
    store: (ownerSub, { scope, trial_id }, as_of, body, version = null) =>
      transact(async () => {
        const withheld = await withheldSince(as_of)
        if (trial_id !== null && withheld.includes(trial_id)) return
        const permittedBody = withoutTrials(scope, body, withheld)
        if (permittedBody !== null)
          await (await tableOf(ownerSub))?.put({ scope, trial_id, as_of, body: permittedBody, version })
      }),
    deleteTrial: (ownerSub, trialId, at) =>
      transact(async () => {
        const table = await tableOf(ownerSub)
        if (table === null) return
        await table.filter(({ trial_id }) => trial_id === trialId).delete()
        // The lists of trials name it too, on each stored page and in each order.
        for (const row of await table.filter(({ trial_id }) => trial_id === null).toArray()) {
          const body = withoutTrials(row.scope, row.body, [trialId])
          if (body === null) await table.delete(row.scope)
          else if (body !== row.body) await table.put({ ...row, body })
        }
        await owner.put({ key: `${WITHHELD}${trialId}`, at })
      }),
    wipe: (since = Infinity) =>
      transact(async () => {
        if ((await owner.count()) === 0 && (await snapshots.count()) === 0) return
        const mayStay = await common.filter(({ as_of }) => as_of >= since).toArray()
        const tables = [snapshots, common, owner]
        for (const table of tables) await table.clear()
        for (const table of tables)
          if ((await table.count()) > 0) throw new Error('the stored data could not be removed')
        await common.bulkPut(mayStay)
      }),
    close: () => dexie.close({ disableAutoOpen: true }),
  }
}

const ageOfKey = (key: unknown): [string, number][] => {
  const [scope, as_of]: unknown[] = Array.isArray(key) ? key : []
  return typeof scope === 'string' && typeof as_of === 'number' ? [[scope, as_of]] : []
}

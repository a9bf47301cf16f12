import { Dexie, liveQuery, type Table } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { openedRow, sealedRow, type Row, type Snapshot } from './stored-row'
import { withTimeout } from './timeout'
import { isDeletedWith, namesTrials, withoutTrials, type StorableAnswer } from './storable-answer'

/** `answers_key` is missing where answers lie in clear, and null while the device is locked: then nothing opens. */
type OwnerRow = { key: 'owner'; sub: string; answers_key?: CryptoKey | null }
/** When a trial was withheld from the owner, in milliseconds since the epoch by this device's clock. */
type WithheldRow = { key: `${typeof WITHHELD}${number}`; at: number }
const WITHHELD = 'withheld:'

/** The owner of an answer: a person's `sub`, or null where the call needs no sign-in. */
export type Owner = string | null

/** When each stored answer was requested, by its scope, and the bodies of some of them. */
export type StoredOverview = { ages: ReadonlyMap<string, number>; bodies: ReadonlyMap<string, unknown> }

/** Whether the owner's answers lie in clear, are sealed and can be opened, or are sealed and cannot. */
export type AnswersSeal = 'clear' | 'open' | 'locked'

export type Snapshots = {
  /** Gives the store to this person, who has signed in, and deletes everybody else's answers in the same transaction. */
  begin: (sub: string) => Promise<void>
  /** Null where nothing is stored, and for everybody but the store's owner. */
  read: (owner: Owner, scope: string) => Promise<Snapshot | null>
  /** The ages of everything stored, and the bodies of these scopes; empty for everybody but the store's owner. */
  survey: (owner: string, scopes: readonly string[]) => Promise<StoredOverview>
  /** The same now and after each change, by whichever tab or the worker. Returns a function that stops it. */
  follow: (owner: string, scopes: readonly string[], observer: OverviewObserver) => () => void
  /**
   * Does nothing for everybody but the store's owner: an answer that arrives after a sign-out is not stored. Nor is one that is
   * older than the stored one.
   */
  store: (
    owner: Owner,
    storable: StorableAnswer,
    as_of: number,
    body: unknown,
    version?: string | null,
  ) => Promise<void>
  /**
   * Notes that the server still gave this version of a stored answer at `as_of`. False where another version is stored, or none; true
   * where nothing may be stored, as for everybody but the store's owner and while the device is locked.
   */
  confirm: (owner: Owner, storable: StorableAnswer, as_of: number, version: string | null) => Promise<boolean>
  /** Deletes a trial that the person has lost, and refuses answers about it that were requested before `at`. */
  deleteTrial: (owner: Owner, trialId: number, at: number) => Promise<void>
  /** Seals the answers of this person with this key from now on, those already stored too; opens sealed ones again. */
  seal: (sub: string, key: CryptoKey) => Promise<void>
  /**
   * Deletes the key of sealed answers, so that nobody can read them until `seal` is called again. Answers in clear are deleted, and none
   * is stored until then: a PIN or passkey was set while the store could not seal them.
   */
  lock: (sub: string) => Promise<void>
  /** Whether this person's answers can be read; `clear` for everybody but the store's owner. */
  sealOf: (sub: string) => Promise<AnswersSeal>
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
const AGES = '[scope+as_of]'

/**
 * Opens the store of answers for one person, its owner, who is set at sign-in and removed at sign-out. Nothing is read or
 * stored for anybody else, so neither a crash during a wipe nor a late answer shows one person's data to the next.
 */
export const openSnapshots = (name: string, now: () => number = () => Date.now()): Snapshots => {
  const dexie = new Dexie(name)
  abortWhenLeft(dexie)
  // The index holds the ages, so that they are read without the bodies, which may be megabytes.
  dexie.version(VERSION).stores({ snapshots: `scope, ${AGES}`, common: 'scope', owner: 'key' })
  const snapshots: Table<Row, string> = dexie.table('snapshots')
  const common: Table<Row, string> = dexie.table('common')
  const owner: Table<OwnerRow | WithheldRow, string> = dexie.table('owner')

  const ownerNow = async (): Promise<OwnerRow | null> => {
    const row = await owner.get('owner')
    return row && 'sub' in row ? row : null
  }
  /** The table of this person's answers, or of those without an owner, with the key of its rows; null where it is another's. */
  const tableWithKeyOf = async (ownerSub: Owner) => {
    if (ownerSub === null) return { table: common, key: undefined }
    const present = await ownerNow()
    return present?.sub === ownerSub ? { table: snapshots, key: present.answers_key } : null
  }
  /** The trials that were withheld after the instant of a request. */
  const withheldSince = async (as_of: number): Promise<number[]> => {
    const rows = await owner.where('key').startsWith(WITHHELD).toArray()
    return rows.flatMap((row) => ('at' in row && row.at > as_of ? [Number(row.key.slice(WITHHELD.length))] : []))
  }
  /** Everything that was withheld, as text to compare. */
  const withheldNow = async (): Promise<string> =>
    JSON.stringify(await owner.where('key').startsWith(WITHHELD).toArray())
  /** Whether a newer answer is stored. One from after now was stored before the clock was put back, and is replaced. */
  const isOutdated = async (table: Table<Row, string>, scope: string, as_of: number): Promise<boolean> => {
    if (table === common) return isBetween((await common.get(scope))?.as_of, as_of, now())
    // By the index, for a body may be megabytes.
    return (await table.where(AGES).between([scope, as_of], [scope, now()], false, true).count()) > 0
  }
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeout(dexie.transaction('rw', snapshots, common, owner, work))

  const findOverview = (ownerSub: string, scopes: readonly string[]): Promise<FoundOverview | null> =>
    dexie.transaction('r', snapshots, owner, async () => {
      const found = await tableWithKeyOf(ownerSub)
      if (found === null) return null
      const ages = (await snapshots.orderBy(AGES).keys()).flatMap(ageOfKey)
      return { ages, rows: await snapshots.bulkGet([...scopes]), key: found.key }
    })

  /** Writes a row in the clear at once; a sealed one is returned, for a transaction ends while it waits for the sealing. */
  const putClear = (ownerSub: Owner, { scope, trial_id }: StorableAnswer, as_of: number, answer: Answered) =>
    transact(async () => {
      const withheld = await withheldSince(as_of)
      if (trial_id !== null && withheld.includes(trial_id)) return null
      const body = withoutTrials(scope, answer.body, withheld)
      const found = await tableWithKeyOf(ownerSub)
      if (body === null || found === null || found.key === null) return null
      if (await isOutdated(found.table, scope, as_of)) return null
      // A list without a withheld trial is no longer the one that the server named.
      const version = body === answer.body ? answer.version : null
      const row: Snapshot = { scope, trial_id, as_of, version, body }
      if (found.key !== undefined) return { row, key: found.key, withheld }
      await found.table.put(row)
      return null
    })
  /** Writes a sealed row unless the device was locked, the owner changed, a trial was withheld or a newer one stored meanwhile. */
  const putSealed = (ownerSub: Owner, row: Row, withheld: readonly number[]): Promise<boolean> =>
    transact(async () => {
      const found = await tableWithKeyOf(ownerSub)
      if (found === null || !found.key) return true
      if (await isOutdated(found.table, row.scope, row.as_of)) return true
      if ((await withheldSince(row.as_of)).length !== withheld.length) return false
      await found.table.put(row)
      return true
    })

  const read = async (ownerSub: Owner, scope: string): Promise<{ mayStore: boolean; row: Snapshot | null }> => {
    const found = await transact(async () => {
      const owned = await tableWithKeyOf(ownerSub)
      return owned === null ? null : { row: await owned.table.get(scope), key: owned.key }
    })
    if (found === null) return { mayStore: false, row: null }
    return { mayStore: found.key !== null, row: await openedRow(found.row, found.key) }
  }
  const store: Snapshots['store'] = async (ownerSub, storable, as_of, body, version = null) => {
    let isWritten = false
    while (!isWritten) {
      const unsealed = await putClear(ownerSub, storable, as_of, { body, version })
      isWritten = unsealed === null || (await putSealed(ownerSub, await sealedRow(unsealed), unsealed.withheld))
    }
  }

  return {
    begin: (sub) =>
      transact(async () => {
        if ((await ownerNow())?.sub === sub) return
        await snapshots.clear()
        await owner.clear()
        await owner.put({ key: 'owner', sub })
      }),
    read: async (ownerSub, scope) => (await read(ownerSub, scope)).row,
    survey: async (ownerSub, scopes) => openedOverview(await withTimeout(findOverview(ownerSub, scopes))),
    follow: (ownerSub, scopes, { next, error }) => {
      let latest: FoundOverview | null | undefined
      const show = async (found: FoundOverview | null) => {
        const overview = await openedOverview(found)
        if (latest === found) next(overview)
      }
      // Opened outside the query, which would not be repeated after waiting for the browser's cryptography.
      const subscription = liveQuery(() => findOverview(ownerSub, scopes)).subscribe({
        next: (found) => {
          latest = found
          void show(found).catch(error)
        },
        error,
      })
      return () => {
        latest = undefined
        subscription.unsubscribe()
      }
    },
    store,
    confirm: async (ownerSub, storable, as_of, version) => {
      const { mayStore, row } = await read(ownerSub, storable.scope)
      if (!mayStore) return true
      if (row === null || version === null || row.version !== version) return false
      await store(ownerSub, storable, as_of, row.body, version)
      return true
    },
    deleteTrial: (ownerSub, trialId, at) =>
      transact(async () => {
        const table = (await tableWithKeyOf(ownerSub))?.table
        if (table === undefined) return
        // By the addresses alone: the bodies of a device that stores many trials are more than it reads in time.
        const scopes = await table.toCollection().primaryKeys()
        await table.bulkDelete(scopes.filter((scope) => isDeletedWith(scope, trialId)))
        // The lists of trials name it too, on each stored page and in each order.
        for (const row of await table.bulkGet(scopes.filter(namesTrials))) {
          if (row === undefined) continue
          // A sealed list does not open within a transaction. It is fetched again.
          const body = 'body' in row ? withoutTrials(row.scope, row.body, [trialId]) : null
          if (body === null) await table.delete(row.scope)
          else if ('body' in row && body !== row.body) await table.put({ ...row, body, version: null })
        }
        await owner.put({ key: `${WITHHELD}${trialId}`, at })
      }),
    seal: async (sub, key) => {
      const clear = await transact(async () => {
        const present = await ownerNow()
        if (present?.sub !== sub) return null
        if (present.answers_key === undefined) return { rows: await snapshots.toArray(), withheld: await withheldNow() }
        await owner.put({ ...present, answers_key: key })
        return null
      })
      if (clear === null) return
      const rows = await Promise.all(clear.rows.map(async (row) => ('body' in row ? sealedRow({ row, key }) : row)))
      await transact(async () => {
        const present = await ownerNow()
        if (present?.sub !== sub || present.answers_key !== undefined) return
        // Answers stored meanwhile lie in clear, and are fetched again; all answers where a trial was withheld
        // meanwhile.
        await snapshots.clear()
        if ((await withheldNow()) === clear.withheld) await snapshots.bulkPut(rows)
        await owner.put({ ...present, answers_key: key })
      })
    },
    lock: (sub) =>
      transact(async () => {
        const present = await ownerNow()
        if (present?.sub !== sub || present.answers_key === null) return
        if (present.answers_key === undefined) await snapshots.clear()
        await owner.put({ ...present, answers_key: null })
      }),
    sealOf: (sub) =>
      transact(async () => {
        const key = (await tableWithKeyOf(sub))?.key
        return key === undefined ? 'clear' : key === null ? 'locked' : 'open'
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

const isBetween = (as_of: number | undefined, from: number, to: number): boolean =>
  as_of !== undefined && as_of > from && as_of <= to

type FoundOverview = {
  ages: readonly (readonly [string, number])[]
  rows: readonly (Row | undefined)[]
  key: CryptoKey | null | undefined
}

const openedOverview = async (found: FoundOverview | null): Promise<StoredOverview> => {
  if (found === null) return { ages: new Map(), bodies: new Map() }
  const opened = await Promise.all(found.rows.map((row) => openedRow(row, found.key)))
  const bodies = opened.flatMap((row): [string, unknown][] => (row ? [[row.scope, row.body]] : []))
  return { ages: new Map(found.ages), bodies: new Map(bodies) }
}

const ageOfKey = (key: unknown): [string, number][] => {
  const [scope, as_of]: unknown[] = Array.isArray(key) ? key : []
  return typeof scope === 'string' && typeof as_of === 'number' ? [[scope, as_of]] : []
}

type Answered = { body: unknown; version: string | null }

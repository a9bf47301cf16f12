import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'

/** The databases that a page's code opens, until the page is gone. */
export type PageDatabases = {
  /** Aborts transactions under way, as the end of a browser's page does. No request is answered afterwards. */
  end: () => void
}

type OpenPage = { factory: IDBFactory; isGone: boolean; databases: IDBDatabase[]; active: Set<IDBTransaction> }

/** The page that was opened last: it opens its database before any other event. */
let present: OpenPage | null = null

/** The factory that Dexie finds: it leads each page's code to the databases of its own browser. */
const router = new IDBFactory()
router.open = (name, version) => {
  const page = present
  if (page === null || page.databases.length > 0) throw new Error('It is not known which page opens this database')
  const request = page.factory.open(name, version)
  request.addEventListener('success', () => follow(page, request.result))
  return request
}

/** The databases of a browser, which outlive its pages. */
export const browserDatabases = (): { openPage: () => PageDatabases } => {
  const factory = new IDBFactory()
  Dexie.dependencies.indexedDB = router
  return {
    openPage: () => {
      const page: OpenPage = { factory, isGone: false, databases: [], active: new Set() }
      present = page
      return {
        end: () => {
          page.isGone = true
          for (const transaction of page.active) abort(transaction)
        },
      }
    },
  }
}

const follow = (page: OpenPage, database: IDBDatabase): void => {
  page.databases.push(database)
  const begin = database.transaction.bind(database)
  database.transaction = (...parameters) => {
    if (page.isGone) return UNANSWERED
    const transaction = begin(...parameters)
    page.active.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => page.active.delete(transaction))
    return transaction
  }
}

/** The answer to code of a page that is gone: it never continues. */
const UNANSWERING: object = new Proxy(
  {},
  { get: (_, name) => (name === 'index' ? () => UNANSWERING : () => new EventTarget()) },
)

const UNANSWERED: IDBTransaction = new Proxy(IDBTransaction.prototype, {
  get: (_, name) => (name === 'objectStore' ? () => UNANSWERING : () => {}),
  set: () => true,
})

const abort = (transaction: IDBTransaction): void => {
  try {
    transaction.abort()
  } catch {
    // The transaction is being committed, so it ends anyway.
  }
}

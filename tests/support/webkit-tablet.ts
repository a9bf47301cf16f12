import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { encodedName, namedThings, placeAtRest, takesText, textIn } from './in-page'
import { answerOf, waitFor } from './page-answers'
import type { Tablet } from './tablet'
import { until } from './until'
import type { WebKitSession } from './webkit-session'

/** A tab of a running WebKit: its first one, or the one with this handle. */
export const webKitTablet = async (session: WebKitSession, origin: string, handle?: string): Promise<Tablet> => {
  const ownHandle = handle ?? (await session.ask<string>('GET', '/window'))
  const inFront = () => session.ask('POST', '/window', { handle: ownHandle })
  /** The immediate result of a function on the page. */
  const read = async <Value>(find: string, ...given: readonly unknown[]): Promise<Value> => {
    await inFront()
    const script = `${IN_PAGE}\nreturn (${find})(...arguments)`
    return session.ask<Value>('POST', '/execute/sync', { script, args: given })
  }
  /**
   * The result of an asynchronous function. WebDriver would wait for ever for a page that was replaced meanwhile, so
   * the result is stored on the page and fetched.
   */
  const run = async <Value>(find: string, ...given: readonly unknown[]): Promise<Value> => {
    const key = randomUUID()
    await read(keeping(find, key), ...given)
    for (;;) {
      const settled = await read<Settled<Value> | null>(`() => globalThis.answers?.['${key}'] ?? null`)
      if (settled === null) throw new Error('detached')
      if ('refusal' in settled) throw new Error(settled.refusal)
      if ('value' in settled) return settled.value
      await setTimeout(ASKS_EVERY_MS)
    }
  }
  /**
   * No person leaves a page sooner. If a page is left while it opens a database, WebKit may never answer for that
   * database again.
   */
  const hasBeenLookedAt = () =>
    waitFor('the page can be left', async () =>
      (await run<boolean>(CAN_BE_LEFT, QUICKEST_PERSON_MS, SILENCE_MS)) ? true : null,
    )
  const text = async (): Promise<string> => {
    // A page that is only just loading has no body yet.
    const shown = await answerOf(() => read<string>("() => document.body?.innerText ?? ''"))
    return shown?.replaceAll(/\s+/g, ' ') ?? ''
  }
  const shows = async (wanted: string | RegExp) => {
    const shown = await text()
    return typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)
  }
  const press = async (name: string, find: string, ...given: readonly string[]) => {
    const place = await waitFor(`${name} can be pressed`, () => run<Place | null>(find, ...given)).catch(
      async (error: unknown) => {
        throw new Error(`WebKit shows “${(await text()).slice(0, 500)}”`, { cause: error })
      },
    )
    await session.ask('POST', '/actions', { actions: [pressAt(place)] })
  }
  return {
    opens: async (path) => {
      await hasBeenLookedAt()
      await session.ask('POST', '/url', { url: `${origin}${path}` })
    },
    opensTab: async (path) => {
      const made = await session.ask<{ handle: string }>('POST', '/window/new', { type: 'tab' })
      const tab = await webKitTablet(session, origin, made.handle)
      await tab.opens(path)
      return tab
    },
    reloads: async () => {
      await hasBeenLookedAt()
      await session.ask('POST', '/refresh')
    },
    reloadsFromTheDevice: async () => {
      await until('a worker is there', async () => (await answerOf(() => run(ACTIVE_WORKER))) === 'activated')
      const before = await waitFor('the page says when it was loaded', () =>
        read<number>('() => performance.timeOrigin'),
      )
      await hasBeenLookedAt()
      await session.ask('POST', '/refresh')
      await until('the worker serves a page that was loaded since', async () => {
        return (await answerOf(() => read(CONTROLLER_SINCE, before))) === 'activated'
      })
    },
    presses: (name, role = 'button') =>
      press(name, '(encoded) => placeOf(namedThings(document, encoded))', encodedName(role, name)),
    pressesInDialog: (name) =>
      press(
        name,
        "(encoded) => placeOf([...document.querySelectorAll('[role=dialog]')].flatMap((dialog) => namedThings(dialog, encoded)))",
        encodedName('button', name),
      ),
    fills: async (label, words) => {
      await until(`${label} can be written into`, async () => {
        return (await answerOf(() => read('(label) => fieldsOf(label).some(takesText)', label))) === true
      })
      await session.ask('POST', '/actions', { actions: [typed(words)] })
      await until(`${label} holds what was typed`, async () => {
        return (await answerOf(() => read('(label) => fieldsOf(label).map(textIn)[0]', label))) === words
      })
    },
    isThere: async (role, name) => {
      const count = await answerOf(() =>
        read<number>('(encoded) => namedThings(document, encoded).length', encodedName(role, name)),
      )
      return count !== null && count > 0
    },
    sees: (wanted) => until(`WebKit shows ${wanted}`, () => shows(wanted)),
    seesNot: (wanted) => until(`WebKit no longer shows ${wanted}`, async () => !(await shows(wanted))),
    // The question can be repeated: it changes nothing, and the page that it was put to may be gone.
    evaluates: async (find, argument) => {
      const ask = async () => ({ value: await run<Awaited<ReturnType<typeof find>>>(String(find), argument) })
      return (await waitFor('the page answers', ask)).value
    },
    expectsError: () => {},
    allowsError: () => {},
  }
}

/** The shortest time before a page is left, in milliseconds since it was opened. */
const QUICKEST_PERSON_MS = 1000
/** The time after which a database is assumed never to answer, in milliseconds. */
const SILENCE_MS = 5000
/** Whether a page was open for long enough and its databases answer. An empty page has none. */
const CAN_BE_LEFT = `async (least, most) => {
  if (location.origin === 'null') return true
  if (performance.now() < least || !document.body?.innerText) return false
  const answers = ({ name }) =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => resolve(opening.result.close())
    })
  const silence = new Promise((resolve) => setTimeout(resolve, most))
  await Promise.race([Promise.all((await indexedDB.databases()).map(answers)), silence])
  return true
}`
const ACTIVE_WORKER = '() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state)'
const CONTROLLER_SINCE = '(before) => performance.timeOrigin !== before && navigator.serviceWorker.controller?.state'

/** Functions that every script on the page can use. */
const IN_PAGE = `
const namedThings = ${String(namedThings)}
const placeAtRest = ${String(placeAtRest)}
const takesText = ${String(takesText)}
const textIn = ${String(textIn)}
const placeOf = async ([first]) => (first ? placeAtRest(first) : null)
const fieldsOf = (label) =>
  [...document.querySelectorAll('label')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() === label))
    .flatMap((one) => document.getElementById(one.htmlFor) ?? [])
`

/** A function that stores another one's result on the page, immediate or later. */
const keeping = (find: string, key: string): string => `(...given) => {
  globalThis.answers ??= {}
  globalThis.answers['${key}'] = { isWaiting: true }
  const keep = (settled) => (globalThis.answers['${key}'] = settled)
  Promise.resolve()
    .then(() => (${find})(...given))
    .then((value) => keep({ value: value ?? null }), (error) => keep({ refusal: String(error) }))
}`

/** The interval at which a later result is requested, in milliseconds. */
const ASKS_EVERY_MS = 25

type Place = { x: number; y: number }
type Settled<Value> = { value: Value } | { refusal: string } | { isWaiting: true }

const pressAt = ({ x, y }: Place) => ({
  type: 'pointer',
  id: 'finger',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const typed = (words: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: Array.from(words).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

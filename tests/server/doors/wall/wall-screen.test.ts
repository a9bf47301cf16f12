// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

/* The page on a wall has the present figures without anyone touching it. */

/** The script of the page, which has no types. */
const SCREEN: string = '../../../../src/server/doors/wall/wall-screen.js'
const EVERY_MS = 30_000

const pageOf = (title: string, figures: string) =>
  `<html><head><title>${title}</title></head><body><main id="wall">${figures}</main><p id="lost" hidden>No connection.</p></body></html>`

/** The server's next answers, in turn. */
let answers: (() => Response | Promise<Response>)[] = []

/** Ends after some milliseconds of the test's clock; the browser's own signal follows no other clock than its own. */
const timeoutAfter = (ms: number): AbortSignal => {
  const ended = new AbortController()
  setTimeout(() => ended.abort(new DOMException('Timed out', 'TimeoutError')), ms)
  return ended.signal
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutAfter)
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal?: AbortSignal }) => {
    const ended = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([answers.shift()?.() ?? Response.error(), ended])
  })
  document.title = 'CEDAR'
  document.body.innerHTML = '<main id="wall">61 of 240</main><p id="lost" hidden>No connection.</p>'
  vi.resetModules()
  await import(SCREEN)
  return () => vi.useRealTimers()
})

const figures = () => document.querySelector('main')?.textContent
const isLost = () => document.getElementById('lost')?.hidden === false
const halfAMinute = () => vi.advanceTimersByTimeAsync(EVERY_MS)

test('it shows the new figures every half minute', async () => {
  answers = [62, 63].map((count) => () => new Response(pageOf('CEDAR', `${count} of 240`)))
  expect(figures()).toBe('61 of 240')
  await halfAMinute()
  expect(figures()).toBe('62 of 240')
  await halfAMinute()
  expect(figures()).toBe('63 of 240')
})

test('without an answer it shows the last ones and says so, until there is one', async () => {
  answers = [
    () => Response.error(),
    () => new Response(pageOf('Oops', 'A proxy failed'), { status: 502 }),
    () => new Response(pageOf('CEDAR', '62 of 240')),
  ]
  await halfAMinute()
  expect([figures(), isLost()]).toEqual(['61 of 240', true])
  await halfAMinute()
  expect([figures(), isLost()]).toEqual(['61 of 240', true])
  await halfAMinute()
  expect([figures(), isLost()]).toEqual(['62 of 240', false])
})

test('a view that was ended says so', async () => {
  answers = [() => new Response(pageOf('Wall view', 'This view has ended'), { status: 410 })]
  await halfAMinute()
  expect([figures(), document.title]).toEqual(['This view has ended', 'Wall view'])
})

test("a firewall's page has no figures, so the last ones stay until the server answers again", async () => {
  answers = [
    () => new Response('<html><body><main><h1>Blocked</h1></main></body></html>'),
    () => new Response(pageOf('CEDAR', '62 of 240')),
  ]
  await halfAMinute()
  expect([figures(), isLost(), document.title]).toEqual(['61 of 240', true, 'CEDAR'])
  await halfAMinute()
  expect([figures(), isLost()]).toEqual(['62 of 240', false])
})

test('a request without an answer is ended before the next, and the page says so', async () => {
  let answerLate = (_response: Response) => {}
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve
  })
  answers = [() => late, () => new Response(pageOf('CEDAR', '63 of 240'))]
  await halfAMinute()
  expect(isLost()).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([figures(), isLost()]).toEqual(['61 of 240', true])
  await halfAMinute()
  answerLate(new Response(pageOf('CEDAR', '62 of 240')))
  await vi.advanceTimersByTimeAsync(0)
  expect([figures(), isLost()]).toEqual(['63 of 240', false])
})

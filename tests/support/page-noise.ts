import type { BrowserContext } from 'playwright-core'

/** What the pages of a browser complained about. */
export type PageNoise = {
  /** Lets errors like this pass from now on; at least one must come. */
  expect: (pattern: RegExp) => void
  /** The same, but none need come, for this reason. */
  allow: (pattern: RegExp, because: string) => void
  /** What was not foreseen, followed by what was allowed and why; empty where nothing was. */
  unexpected: () => string[]
  /** What was expected and did not come. */
  missing: () => RegExp[]
}

/** Listens to every page of a browser for console errors, exceptions and what its content security policy refused. */
export const pageNoise = async (context: BrowserContext): Promise<PageNoise> => {
  const expected = new Map<RegExp, number>()
  const allowed: string[] = []
  const unexpected: string[] = []
  const hear = (complaint: string) => {
    const pattern = [...expected.keys()].find((one) => one.test(complaint))
    if (pattern) expected.set(pattern, (expected.get(pattern) ?? 0) + 1)
    else unexpected.push(complaint)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') hear(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => hear(String(thrown.error())))
  // The console names a refusal too, but not in every case: a worker's, a report-only one.
  await context.addInitScript(() => {
    // The empty page that a new window begins with may be replaced while this runs, and then nothing can listen there.
    if (!location.protocol.startsWith('http')) return
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`Refused by the content security policy: ${violatedDirective} ${blockedURI}`)),
    )
  })
  return {
    expect: (pattern) => expected.set(pattern, 0),
    allow: (pattern, because) => {
      expected.set(pattern, 1)
      allowed.push(`${pattern} may come: ${because}`)
    },
    unexpected: () => (unexpected.length === 0 ? [] : [...unexpected, ...allowed]),
    missing: () => [...expected].filter(([, count]) => count === 0).map(([pattern]) => pattern),
  }
}

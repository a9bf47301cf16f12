import type { BrowserContext, ConsoleMessage, WebError } from 'playwright-core'

/** The complaints of a browser's pages. */
export type PageNoise = {
  /** Expects errors that match from now on; at least one must occur. */
  expect: (pattern: RegExp) => void
  /** Allows errors that match, for a reason; none need occur. */
  allow: (pattern: RegExp, because: string) => void
  /** Unexpected errors, followed by the allowed ones with their reasons; empty where there was no unexpected one. */
  unexpected: () => string[]
  /** Expected errors that did not occur. */
  missing: () => RegExp[]
  /** Hears nothing more. */
  end: () => void
}

/** Has every page of a browser report what its content security policy refuses as an exception. */
export const reportRefusedByPolicy = (context: BrowserContext): Promise<unknown> =>
  // The console does not report every refusal: it lacks those of a worker, or of a report-only policy.
  context.addInitScript(() => {
    // A new window's empty page may be replaced while this runs, and cannot be listened to.
    if (!location.protocol.startsWith('http')) return
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`Refused by the content security policy: ${violatedDirective} ${blockedURI}`)),
    )
  })

/** Collects console errors and exceptions from every page of a browser. */
export const pageNoise = (context: BrowserContext): PageNoise => {
  const expected = new Map<RegExp, number>()
  const allowed: string[] = []
  const unexpected: string[] = []
  const hear = (complaint: string) => {
    const pattern = [...expected.keys()].find((one) => one.test(complaint))
    if (pattern) expected.set(pattern, (expected.get(pattern) ?? 0) + 1)
    else unexpected.push(complaint)
  }
  const hearConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') hear(`${message.text()} (${message.location().url})`)
  }
  const hearException = (thrown: WebError) => hear(String(thrown.error()))
  context.on('console', hearConsole)
  context.on('weberror', hearException)
  return {
    expect: (pattern) => expected.set(pattern, 0),
    allow: (pattern, because) => {
      expected.set(pattern, 1)
      allowed.push(`${pattern} may come: ${because}`)
    },
    unexpected: () => (unexpected.length === 0 ? [] : [...unexpected, ...allowed]),
    missing: () => [...expected].filter(([, count]) => count === 0).map(([pattern]) => pattern),
    end: () => {
      context.off('console', hearConsole)
      context.off('weberror', hearException)
    },
  }
}

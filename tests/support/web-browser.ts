/** A received page, and its address. */
export type Page = { url: URL; status: number; headers: Headers; text: string }

/** A browser without a display: it stores cookies by host and path, and follows redirects one by one. */
export type WebBrowser = {
  /** Sends one request, and follows no redirect. */
  ask: (url: string, init?: RequestInit) => Promise<Page>
  /** Follows redirects until it receives a page, or reaches one that `until` accepts. */
  go: (url: string, init?: RequestInit, until?: Until) => Promise<Page>
  /** Each address of the last `go`, in order. */
  trail: () => readonly string[]
  /** All `Set-Cookie` lines so far. */
  cookieLines: () => readonly string[]
}

type Cookie = { name: string; value: string; host: string; path: string }

type Until = (url: URL) => boolean

const never: Until = () => false
const MAX_REDIRECTS = 20

/** `always` has headers for every request. */
export const webBrowser = (always: Record<string, string> = {}): WebBrowser => {
  let cookies: Cookie[] = []
  let trail: string[] = []
  const lines: string[] = []

  const keep = (line: string, url: URL) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const split = pair.indexOf('=')
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/'
    const cookie = { name: pair.slice(0, split), value: pair.slice(split + 1), host: url.hostname, path }
    const isGone = attributes.some((attribute) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute))
    cookies = cookies.filter(({ name, host, path: at }) => name !== cookie.name || host !== cookie.host || at !== path)
    if (!isGone) cookies.push(cookie)
    lines.push(line)
  }

  const sentTo = (url: URL) =>
    cookies
      .filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const ask = async (address: string, init: RequestInit = {}): Promise<Page> => {
    const url = new URL(address)
    const headers = new Headers({ ...always, ...Object.fromEntries(new Headers(init.headers)) })
    const cookie = sentTo(url)
    if (cookie !== '') headers.set('Cookie', cookie)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line, url)
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  const go = async (address: string, init: RequestInit = {}, until: Until = never): Promise<Page> => {
    trail = [address]
    let page = await ask(address, init)
    while (page.status >= 300 && page.status < 400) {
      const next = new URL(page.headers.get('Location') ?? '', page.url)
      trail.push(next.href)
      if (trail.length > MAX_REDIRECTS) throw new Error(`redirected in circles: ${trail.join(' ')}`)
      if (until(next)) return { ...page, url: next, text: '' }
      page = await ask(next.href)
    }
    return page
  }

  return { ask, go, trail: () => trail, cookieLines: () => lines }
}

const isBelow = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

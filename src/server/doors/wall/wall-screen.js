/*
 * Replaces the figures by the present ones every 30 seconds, and shows the last ones where there is no answer: nobody
 * reloads a screen in a corridor.
 */
const EVERY_MS = 30_000
/** Shorter than the pause between two requests, so that no answer arrives after a newer one. */
const TIMEOUT_MS = 20_000

const refresh = async () => {
  const lost = document.getElementById('lost')
  try {
    const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (![200, 404, 410].includes(response.status)) throw new Error('no figures')
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    const figures = fresh.querySelector('main#wall')
    // A firewall answers for the server with a page of its own.
    if (figures === null) throw new Error('no figures')
    document.getElementById('wall').replaceWith(figures)
    document.title = fresh.title
    lost.hidden = true
  } catch {
    lost.hidden = false
  }
}

setInterval(() => void refresh(), EVERY_MS)

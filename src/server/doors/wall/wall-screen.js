/*
 * Replaces the figures by the present ones every 30 seconds, and shows the last ones where there is no answer: nobody
 * reloads a screen in a corridor.
 */
const refresh = async () => {
  const lost = document.getElementById('lost')
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    if (![200, 404, 410].includes(response.status)) throw new Error('no figures')
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    document.querySelector('main').replaceWith(fresh.querySelector('main'))
    document.title = fresh.title
    lost.hidden = true
  } catch {
    lost.hidden = false
  }
}

setInterval(() => void refresh(), 30_000)

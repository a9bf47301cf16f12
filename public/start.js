// Runs the scripts of the app one after another, in the order of the page. In between, a slow tablet paints and answers a finger.
const start = async () => {
  for (const { href } of document.querySelectorAll('link[rel="modulepreload"]')) {
    await import(href)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
// A script that failed is not asked for again by the same page, which has nothing to lose by then.
start().catch((error) => {
  reportError(error)
  document.documentElement.dataset.notLoaded = ''
  addEventListener('online', () => location.reload())
})

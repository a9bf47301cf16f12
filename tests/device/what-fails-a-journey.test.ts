import { expect, test } from 'vitest'
import { sharedChromium } from '../support/chromium'
import { pageFaults } from '../support/page-faults'
import { pageNoise, reportRefusedByPolicy } from '../support/page-noise'

/* Each reason for which a journey fails, provoked once. */

const aPage = async (html: string, headers: Record<string, string> = {}) => {
  const browser = await sharedChromium()
  const context = await browser.newContext()
  await reportRefusedByPolicy(context)
  const noise = pageNoise(context)
  await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: html, headers }))
  const page = await context.newPage()
  await page.goto('http://localhost/')
  return { page, noise, close: () => context.close() }
}

test.each([
  ['each width in a scheme of its own', false, '360 px light, 1024 px dark'],
  ['each width in both schemes', true, '360 px light, 360 px dark, 1024 px light, 1024 px dark'],
])(
  'a page is faulty where axe finds a problem at %s, it scrolls sideways, or a target is too small',
  async (_, isAll, where) => {
    const { page, close } = await aPage(`<!doctype html>
    <html lang="en"><title>A page</title><body style="margin: 0"><main><h1>A page</h1>
      <p style="color: #999">Too pale</p>
      <div style="width: 800px">Too wide</div>
      <button style="width: 60px; height: 20px">Too low</button>
      <label style="display: inline-block; padding: 16px">Large enough with its label <input type="checkbox"></label>
      <p>A link <a href="#">in a sentence</a> is let be.</p>
    </main>`)
    expect(await pageFaults(page, isAll)).toEqual([
      'scrolls sideways: 800 px wide [360 px, 768 px]',
      'too small for a finger: button “Too low” [360 px, 1024 px]',
      expect.stringMatching(new RegExp(`^color-contrast .* \\[${where}\\]$`)),
    ])
    await close()
  },
)

test('a page is noisy where it throws, complains, or violates its policy', async () => {
  const { page, noise, close } = await aPage(
    `<!doctype html><title>A page</title><body><script nonce="ours">
      console.error('a complaint')
      setTimeout(() => { throw new Error('an exception') })
    </script><script>document.title = 'not allowed'</script>`,
    { 'Content-Security-Policy': "script-src 'nonce-ours'" },
  )
  await page.waitForLoadState()
  await expect.poll(() => noise.unexpected().join('\n')).toContain('an exception')
  expect(noise.unexpected().join('\n')).toContain('a complaint')
  expect(noise.unexpected().join('\n')).toContain('Refused by the content security policy: script-src-elem inline')
  await close()
})

test('an expected fault is allowed, and reported missing where it does not occur', async () => {
  const { page, noise, close } = await aPage('<!doctype html><title>A page</title>')
  noise.expect(/foreseen/)
  noise.expect(/never said/)
  await page.evaluate(() => reportError(new Error('foreseen')))
  await expect.poll(noise.missing).toEqual([/never said/])
  expect(noise.unexpected()).toEqual([])
  await close()
})

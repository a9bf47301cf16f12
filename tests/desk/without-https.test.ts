import { journeys } from '../support/journey'

/* The portal at an address that is neither https nor this machine. */

const test = journeys('people')

test('at http:// the portal says that it needs https, and shows nothing else', async ({ arrive, portal }) => {
  const visitor = await arrive()
  visitor.allowsError(/Cross-Origin-Opener-Policy/, 'browsers ignore the header without https, and some say so')
  const { port } = new URL(portal.url)
  await visitor.page.goto(`http://portal.example.org:${port}/trials`)
  await visitor.seesHeading('This portal needs https')
  await visitor.finds('link', `https://portal.example.org:${port}`).waitFor()
  await visitor.finds('link', 'Sign in').waitFor({ state: 'detached' })
})

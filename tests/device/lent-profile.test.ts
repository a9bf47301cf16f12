import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { TOKEN } from '../support/visitor'

/* A person may get the profile of one who left (tests/support/profiles.ts). */

const test = journeys('people')

test('a lent profile has nothing that the person before stored, and the app signs no one in', async ({ arrive }) => {
  const first = await arrive({ as: 'nurse' })
  await first.opens('/')
  await first.finds('button', 'Sign out').waitFor()
  await first.page.evaluate(async () => {
    document.cookie = 'of=the-first'
    sessionStorage.setItem('of', 'the first')
    localStorage.setItem('of', 'the first')
    await caches.open('of the first')
    await new Promise((resolve) => {
      indexedDB.open('of the first').onsuccess = resolve
    })
  })
  await first.leaves()

  const second = await arrive()
  expect(second.page.context()).toBe(first.page.context())
  await second.opens('/')
  await second.finds('link', 'Sign in').first().waitFor()
  const left = await second.page.evaluate(async () => ({
    cookie: document.cookie,
    session: sessionStorage.getItem('of'),
    local: localStorage.getItem('of'),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'of the first'),
  }))
  expect(left).toEqual({ cookie: '', session: null, local: null, caches: [], databases: [] })
  expect(await second.token()).toBeNull()

  await second.leaves()
  const third = await arrive({ as: 'nurse' })
  expect(third.page.context()).toBe(first.page.context())
  await third.opens('/')
  await third.finds('button', 'Sign out').waitFor()
  expect(await third.page.evaluate((key) => localStorage.getItem(key), TOKEN)).not.toBeNull()
})

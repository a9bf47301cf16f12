import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedChromium } from '../support/chromium'
import { pageFaults } from '../support/page-faults'
import { pageNoise, reportRefusedByPolicy } from '../support/page-noise'
import { redirectPath } from '../support/sign-in'
import {
  create,
  externalWorld,
  invitationOf,
  linkTo,
  PASSWORD,
  type ExternalWorld,
} from '../server/doors/idp/external/external-world'

/*
 * A person's way through the pages, in a real browser under their own content security policy: no violation of axe in
 * either scheme, no sideways scrolling, no target too small for a finger, nothing refused.
 */

let world: ExternalWorld
let browser: Browser
beforeAll(async () => {
  world = await externalWorld()
  browser = await sharedChromium()
})
afterAll(async () => {
  await world.stop()
})

const EMAIL = 'amara@home.example'
const faults: Record<string, string[]> = {}
const look = async (page: Page, heading: string) => {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  const name = (await page.getByRole('alert').allTextContents()).join() || heading
  faults[name] = await pageFaults(page)
}

test('every page is accessible, from the activation to the return', { timeout: 120_000 }, async () => {
  const invitation = await invitationOf(world, 'nurse')
  await create(world, { ...invitation, first_name: 'Amara', last_name: 'Hughes', email: EMAIL })
  const context = await browser.newContext()
  await reportRefusedByPolicy(context)
  const noise = pageNoise(context)
  // Each refused form has a status that the console logs.
  noise.expect(/Failed to load resource: the server responded with a status of 4\d\d/)
  const page = await context.newPage()

  await page.goto(`${world.url}/idp/external/password?token=${await linkTo(world, EMAIL)}`)
  expect(page.url()).toBe(`${world.url}/idp/external/password`)
  await look(page, 'Choose a password')
  await page.getByLabel('Password', { exact: true }).fill('password1234')
  await page.getByLabel('Password again').fill('password1234')
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await look(page, 'Choose a password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await look(page, 'Your password is saved')

  await page.goto(`${world.url}${redirectPath('lti')}`)
  await look(page, 'Sign in with your external user account')
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password').fill('not the right one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await look(page, 'Sign in with your external user account')

  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await look(page, 'Forgotten your password?')
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByRole('button', { name: 'Send the email' }).click()
  await look(page, 'Check your email')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/university-lti-return\?REF=/)

  await page.goto(`${world.url}/idp/external/password`)
  await look(page, 'This link no longer works')
  await page.goto(`${world.url}/idp/external/sign-in`)
  await look(page, 'Sign-in stopped')

  expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((name) => [name, []])))
  expect(Object.keys(faults)).toHaveLength(9)
  expect([noise.unexpected(), noise.missing()]).toEqual([[], []])
  await context.close()
})

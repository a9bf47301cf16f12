// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { router } from '../../../../src/client/app/router'
import { actionOfPage } from '../../../../src/client/device/offline/page-actions'

/** What a device shows by itself, or out of what it keeps. */
const WITHOUT_SERVER = [
  '/',
  '/sign-in',
  '/outbox',
  '/diagnostics',
  '/timezones',
  '/trials',
  '/trials/7/participants',
  '/trials/7/study-packs',
  '/trials/7/study-packs/dispense',
  // These lead on to the addresses of the other document at once.
  '/trials/7/import',
  '/trials/7/label-generator',
]

test('every page of the app is one that a device shows by itself, or says why it needs the connection', () => {
  const pages = Object.keys(router.routesByPath)
    .map((path) => path.replace(/(.)\/$/, '$1'))
    // The ways back from a sign-in begin at the server.
    .filter((path) => path !== '/$returnName' && !isOfSignIn(path))
    .map((path) => path.replaceAll(/\$\w+/g, '7'))
  expect(pages.filter((page) => actionOfPage(page) === null).sort()).toEqual(WITHOUT_SERVER.toSorted())
})

const isOfSignIn = (path: string): boolean => /^\/(idp-association|lti-creation|sign-in\/)/.test(path)

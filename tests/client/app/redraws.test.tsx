// @vitest-environment happy-dom
import { getAppInstance } from '#contract/app-instance'
import { displayTime } from '#contract/timezones'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '../../../src/client/device/call'
import { openApp } from '../open-app'
import { LISTS } from '../subjects/shown-lists'

/* Each answer tells something of the connection, and each write keeps a page from being reloaded. Neither draws the page again. */

const READ = async () => (await call(getAppInstance, {})).ok
/** A call that is sent as a write is, and says so to whoever may not reload the page meanwhile. */
const WRITE = async () => (await call(displayTime, { body: { tz: 'UTC' } })).ok

test.each([
  ['participants', 'a read', READ],
  ['participants', 'a write', WRITE],
  ['study packs', 'a read', READ],
  ['study packs', 'a write', WRITE],
  ['trials', 'a write', WRITE],
])('the page of %s is not drawn again by the answer to %s', async (page, _kind, send) => {
  const list = LISTS[page]
  if (list === undefined) throw new Error(`No list is called ${page}`)
  const { draws } = openApp(list.at, list.replies)
  await screen.findByRole('table', { name: list.name })
  const drawsOfTenAnswers = async (): Promise<number> => {
    const before = draws()
    for (let answer = 0; answer < 10; answer += 1) {
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as answers come.
      expect(await act(send)).toBe(true)
    }
    return draws() - before
  }
  // What the page loads later than its list draws it too, until it is complete.
  await waitFor(async () => expect(await drawsOfTenAnswers()).toBe(0))
})

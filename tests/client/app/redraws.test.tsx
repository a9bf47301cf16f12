// @vitest-environment happy-dom
import { getAppInstance } from '#contract/app-instance'
import { displayTime } from '#contract/timezones'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '../../../src/client/device/call'
import { openApp } from '../open-app'
import { LISTS } from '../subjects/shown-lists'

/*
 * Each answer is evidence about the connection, and each write prevents a reload of the page. Neither renders the page
 * again.
 */

const READ = async () => (await call(getAppInstance, {})).ok
/** A call that is sent as a write, which prevents a reload meanwhile. */
const WRITE = async () => (await call(displayTime, { body: { tz: 'UTC' } })).ok

test.each([
  ['participants', 'a read', READ],
  ['participants', 'a write', WRITE],
  ['study packs', 'a read', READ],
  ['study packs', 'a write', WRITE],
  ['trials', 'a write', WRITE],
])('the page of %s is not rendered again by the answer to %s', async (page, _kind, send) => {
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
  // Parts of the page that load after its list also draw it, until it is complete.
  await waitFor(async () => expect(await drawsOfTenAnswers()).toBe(0))
})

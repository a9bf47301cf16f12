// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownTrial, aShownTrialSummary } from '../../a-shown-trial'
import { answers, anInstance, holds, listOf, openApp, pagesOf, type Reply } from '../../open-app'

/*
 * On a production instance with a measurement id, pages are counted by the templates of their addresses. The count has
 * no person and no record in it.
 */

const ID = 'G-ABC123'
const COUNTED = anInstance({ instance: 'prod', google_analytics_id: ID })
const TRIAL = aShownTrial({ id: 4711 })

const opened = (at: string, ...replies: Reply[]) =>
  openApp(at, [...replies, answers(api.listTrials, listOf(aShownTrialSummary({ id: 4711 })))])
const fieldsOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)
const pages = (counted: Request[]) => counted.map((request) => new URL(fieldsOf(request)['dl'] ?? '').pathname)

test('a page is counted by its path without any id or search, with no cookie and no referrer', async () => {
  const { counted } = opened('/trials?q=Cher&status=paused', COUNTED)
  await waitFor(() => expect(counted).toHaveLength(1))
  const [request] = counted
  if (!request) throw new Error('nothing was counted')
  expect(Object.keys(fieldsOf(request)).toSorted()).toEqual(
    ['_p', '_s', 'cid', 'dl', 'dt', 'en', 'npa', 'sid', 'tid', 'v'].toSorted(),
  )
  expect(fieldsOf(request)).toMatchObject({
    v: '2',
    tid: ID,
    en: 'page_view',
    npa: '1',
    dl: `${location.origin}/trials`,
    dt: '/trials',
  })
  expect([request.method, request.credentials, request.referrerPolicy, request.mode]).toEqual([
    'POST',
    'omit',
    'no-referrer',
    'no-cors',
  ])
  expect(await request.text()).toBe('')
})

test('a page of a trial, a participant or a user is counted without its id', async () => {
  const { counted, go } = opened(
    '/trials/4711/participants/815',
    COUNTED,
    ...pagesOf(TRIAL, 1),
    holds(api.getParticipant),
    holds(api.getParticipantHistory),
    holds(api.getUser),
  )
  await waitFor(() => expect(counted).toHaveLength(1))
  await go('/users/4')
  await waitFor(() => expect(counted).toHaveLength(2))
  expect(counted.map((request) => fieldsOf(request)['dt'])).toEqual([
    '/trials/$trialId/participants/$participantId',
    '/users/$userId',
  ])
  expect(counted.map((request) => request.url).join(' ')).not.toMatch(/4711|815|users%2F4/)
  const [first, second] = counted.map(fieldsOf)
  expect([second?.['cid'], second?.['_s']]).toEqual([first?.['cid'], '2'])
})

test('a missing address is counted without its words', async () => {
  const { counted } = opened('/Cher/has/group/A', COUNTED)
  await waitFor(() => expect(pages(counted)).toEqual(['/$']))
})

test('a search on the same page does not count', async () => {
  const { counted, go } = opened('/trials', COUNTED)
  await waitFor(() => expect(counted).toHaveLength(1))
  await go('/trials?q=cedar')
  await go('/timezones')
  await waitFor(() => expect(pages(counted)).toEqual(['/trials', '/timezones']))
})

test('it stores nothing', async () => {
  const { counted } = opened('/trials', COUNTED)
  await waitFor(() => expect(counted).toHaveLength(1))
  const { cid = '' } = Object.fromEntries(new URL(counted[0]?.url ?? '').searchParams)
  expect(cid).not.toBe('')
  const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])
  expect(stored).not.toContain(cid)
})

test.each([
  ['without an id says so in the console and counts nothing', 'prod', 1],
  ['that is not production counts nothing and says nothing', 'test', 0],
])('an instance %s', async (_says, instance, times) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { counted } = opened('/trials', anInstance({ instance }))
  await screen.findByRole('heading', { name: 'Trials' })
  expect(warn.mock.calls).toEqual(
    Array.from({ length: times }, () => ['Application analytics could not be initialised due to missing ID']),
  )
  expect(counted).toEqual([])
})

// @vitest-environment happy-dom
import { getTrial } from '#contract/trials'
import { lateAnswerOf, type LateAnswer } from '#offline/late-answers'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fromDevice, fromServer, type Received } from '../../../../src/client/api/answer-at-hand'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { trialQuery } from '../../../../src/client/api/trial-queries'
import { call } from '../../../../src/client/device/call'
import { fetchThroughStore } from '../../../../src/client/device/offline/fetch-through-store'
import { createLateAnswers, handOverLate, lateAnswers } from '../../../../src/client/device/offline/hand-over-late'
import { storedScopeOf } from '../../../../src/client/device/offline/stored-scope'
import { aShownTrial } from '../../a-shown-trial'
import { aToken } from '../../tokens'

/* The server's answer is received after a stored one was shown. */

const NURSE = '4'
const { queryKey, meta } = trialQuery(1)
const SCOPE = storedScopeOf(queryKey) ?? ''
const titled = (title: string) => aShownTrial({ title })

const lateAnswer = (title: string, owner = NURSE, status = 200): Promise<LateAnswer> =>
  lateAnswerOf({ owner, scope: SCOPE }, Response.json({ title }, { status }), 7)

/** A trial's page that shows a stored title, and reads the answer offered to its next request. */
const page = () => {
  const client = createQueryClient(call)
  const answers = createLateAnswers()
  let requests = 0
  let stored: Promise<unknown> = Promise.resolve()
  let session: { sub: string; id: string } | null = { sub: NURSE, id: 'one' }
  const queryFn = async (): Promise<Received<typeof getTrial>> => {
    const late = answers.consume(session?.sub ?? null, SCOPE)
    if (late !== null) {
      const { title }: { title: string } = await late.json()
      return fromServer(titled(title), 7)
    }
    requests += 1
    await stored
    return fromDevice(titled('Stored'), 1)
  }
  const stop = new QueryObserver(client, { queryKey, queryFn, meta }).subscribe(() => {})
  return {
    client,
    stop,
    handOver: (late: LateAnswer) => handOverLate(client, late, { session: () => session, answers }),
    isSlow: (until: Promise<unknown>) => {
      stored = until
    },
    signsIn: (sub: string, id: string) => {
      session = { sub, id }
    },
    title: () => client.getQueryData(queryKey)?.answer.title,
    requests: () => requests,
  }
}

describe('a late answer', () => {
  test('replaces the stored one, without another request, once', async () => {
    const { handOver, title, requests, client, stop } = page()
    await expect.poll(title).toBe('Stored')
    await handOver(await lateAnswer('Late'))
    expect([title(), requests()]).toEqual(['Late', 1])
    expect(client.getQueryData(queryKey)).toMatchObject({ source: 'server', requestedAt: 7 })
    await handOver(await lateAnswer('Later still'))
    expect([title(), requests()]).toEqual(['Late', 1])
    stop()
  })

  test('before the stored one is read replaces it too', async () => {
    let read = () => {}
    const { handOver, isSlow, title, client, stop } = page()
    await expect.poll(title).toBe('Stored')
    isSlow(new Promise<void>((resolve) => (read = resolve)))
    const asked = client.refetchQueries({ queryKey })
    const handedOver = handOver(await lateAnswer('Late'))
    expect(title()).toBe('Stored')
    read()
    await Promise.all([asked, handedOver])
    expect(title()).toBe('Late')
    stop()
  })

  test.each([
    ['is for nobody else', async () => lateAnswer('Of another', '5')],
    [
      'of another address changes nothing',
      async () => ({ ...(await lateAnswer('Another')), scope: '/api/v1/trials/2?' }),
    ],
  ])('%s', async (_what, late) => {
    const { handOver, title, requests, stop } = page()
    await expect.poll(title).toBe('Stored')
    await handOver(await late())
    expect([title(), requests()]).toEqual(['Stored', 1])
    stop()
  })

  test('does not replace a later write', async () => {
    const { handOver, title, client, stop } = page()
    await expect.poll(title).toBe('Stored')
    client.setQueryData(queryKey, fromServer(titled('Renamed')))
    await handOver(await lateAnswer('Late'))
    expect(title()).toBe('Renamed')
    stop()
  })

  test.each([
    ['another person', '5', 'two'],
    ['a new session of the same person', NURSE, 'two'],
  ])('is passed to nobody when %s arrives while the stored one was awaited', async (_who, sub, id) => {
    let read = () => {}
    const { handOver, isSlow, title, requests, client, signsIn, stop } = page()
    await expect.poll(title).toBe('Stored')
    isSlow(new Promise<void>((resolve) => (read = resolve)))
    const asked = client.refetchQueries({ queryKey })
    const handedOver = handOver(await lateAnswer('Late'))
    signsIn(sub, id)
    read()
    await Promise.all([asked, handedOver])
    expect([title(), requests()]).toEqual(['Stored', 2])
    stop()
  })

  test('that refuses the token of an earlier request changes nothing', async () => {
    const { handOver, title, requests, client, stop } = page()
    await expect.poll(title).toBe('Stored')
    await handOver(await lateAnswer('Signed out', NURSE, 401))
    expect([title(), requests(), client.getQueryState(queryKey)?.status]).toEqual(['Stored', 1, 'success'])
    stop()
  })

  test('is read by its owner alone', async () => {
    const answers = createLateAnswers()
    answers.offer(await lateAnswer('Late'))
    expect([answers.consume('5', SCOPE), answers.consume(null, SCOPE)]).toEqual([null, null])
    expect(answers.consume(NURSE, SCOPE)).not.toBeNull()
    expect(answers.consume(NURSE, SCOPE)).toBeNull()
  })

  test('is read by a request with its owner’s token, and by no other', async () => {
    const request = (sub: string) =>
      new Request(new URL(SCOPE, 'https://portal.example'), { headers: { Authorization: `Bearer ${aToken(sub)}` } })
    vi.stubGlobal('fetch', async () => Response.json({ title: 'Asked for' }))
    onTestFinished(() => void vi.unstubAllGlobals())
    onTestFinished(lateAnswers.offer(await lateAnswer('Late')))
    const titleOf = async (sub: string): Promise<unknown> => (await fetchThroughStore(request(sub))).json()
    expect(await titleOf('5')).toEqual({ title: 'Asked for' })
    expect(await titleOf(NURSE)).toEqual({ title: 'Late' })
    expect(await titleOf(NURSE)).toEqual({ title: 'Asked for' })
  })
})

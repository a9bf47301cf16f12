import { API_MARK } from '#contract/api-address'
import { getTrial } from '#contract/trials'
import { QueryClientProvider } from '@tanstack/react-query'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  attemptToCheck,
  attemptToConfirm,
  type Attempt,
} from '../../../../../src/client/subjects/participants/randomise/randomise-attempt'
import { pageAt } from '../../../page-at'

const KEY = '7d0c9f5e-8a3b-4c7d-9e21-3f6b5a4c2d1e'
const participant = {
  id: 1,
  trial_sequence_no: 2001,
  created_at: '2026-11-21T10:00:00.000Z',
  participant_id: null,
  study_group: { name: 'Blinded', is_blinded: true },
  site: { id: 1, title: 'Abbey' },
  study_pack: null,
  flag_status: { name: 'Unflagged' },
  participant_flags: [],
  is_unblinded: false,
}

/**
 * A server that randomises, settles and loses answers as the test decides. `randomised` has the keys that it acted on.
 */
let randomised: string[]
let requests: string[]
let onRandomise: (response: ServerResponse, act: () => void) => void
let outcomesLost: number

const send = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { [API_MARK.name]: API_MARK.value, 'Content-Type': 'application/json' })
    .end(JSON.stringify(body))

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    requests.push(request.url ?? '')
    if (request.url === '/api/v1/trials/1/participants') {
      onRandomise(response, () => randomised.push(String(request.headers['idempotency-key'])))
      return
    }
    if (outcomesLost > 0) {
      outcomesLost -= 1
      request.socket.destroy()
      return
    }
    const key = String(JSON.parse(body).idempotency_key)
    const isDone = randomised.includes(key)
    send(response, 200, isDone ? { outcome: 'randomised', data: [participant] } : { outcome: 'nothing_happened' })
  })
})

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../src/client/subjects/participants/randomise/use-attempt')),
  ...(await import('../../../../../src/client/api/query-client')),
  ...(await import('../../../../../src/client/device/call')),
})
let app: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  pageAt(`http://127.0.0.1:${isAddress(address) ? address.port : 0}/`)
  app = await load()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  randomised = []
  requests = []
  outcomesLost = 0
  onRandomise = (response, effect) => {
    effect()
    send(response, 201, { data: [participant] })
  }
})
afterEach(() => app.cleanup())

const attemptFrom = (initial: Attempt, reactStrictMode = false) => {
  const client = app.createQueryClient(app.call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const bodyOf = initial.phase === 'confirm' ? () => ({ site_id: 1 }) : null
  const hook = app.renderHook(() => app.useAttempt(1, KEY, initial, bodyOf), { wrapper, reactStrictMode })
  const reaches = (phase: Attempt['phase']) =>
    app.waitFor(() => expect(hook.result.current.attempt.phase).toBe(phase), { timeout: 10_000 })
  return { client, hook, reaches }
}

describe('an attempt whose answer is lost', () => {
  test('after the server acted: it is asked, and the participant is randomised once', async () => {
    onRandomise = (response, effect) => {
      effect()
      response.destroy()
    }
    const { hook, reaches } = attemptFrom(attemptToConfirm)
    await app.act(() => hook.result.current.press())
    await reaches('finished')
    expect(randomised).toEqual([KEY])
    expect(requests).toEqual(['/api/v1/trials/1/participants', '/api/v1/trials/1/participants/outcome'])
  })

  test('before the server acted: the answer is that nothing happened', async () => {
    onRandomise = (response) => response.destroy()
    const { hook, reaches } = attemptFrom(attemptToConfirm)
    await app.act(() => hook.result.current.press())
    await reaches('nothing_happened')
    expect(randomised).toEqual([])
  })

  test('and the server stays away for a while: it is asked until it answers', async () => {
    outcomesLost = 2
    onRandomise = (response, effect) => {
      effect()
      response.destroy()
    }
    const { hook, reaches } = attemptFrom(attemptToConfirm)
    await app.act(() => hook.result.current.press())
    await reaches('unknown')
    await reaches('finished')
    expect(requests.filter((url) => url.endsWith('/outcome'))).toHaveLength(3)
    expect(randomised).toEqual([KEY])
  })
})

describe('an attempt', () => {
  test('that is refused refetches the trial, so that no form stays open to be refused again', async () => {
    const seen = [getTrial.path, { trial_id: '1' }]
    const problem = { type: '', title: '', status: 409, detail: 'No', message: 'No', code: 'trial_not_started' }
    onRandomise = (response) => send(response, 409, problem)
    const { client, hook } = attemptFrom(attemptToConfirm)
    client.setQueryData(seen, {})
    await app.act(() => hook.result.current.press())
    await app.waitFor(() => expect(client.getQueryState(seen)?.isInvalidated).toBe(true))
    expect(hook.result.current.attempt).toMatchObject({ phase: 'confirm', refusal: { status: 409 } })
  })

  test('that is pressed twice at once is sent once', async () => {
    const { hook, reaches } = attemptFrom(attemptToConfirm)
    await app.act(async () => {
      await Promise.all([hook.result.current.press(), hook.result.current.press()])
    })
    await reaches('finished')
    expect(requests).toEqual(['/api/v1/trials/1/participants'])
  })

  test('of a reloaded page asks for the outcome, and cannot be sent', async () => {
    randomised.push(KEY)
    const { hook, reaches } = attemptFrom(attemptToCheck)
    await app.act(() => hook.result.current.press())
    await reaches('finished')
    expect(requests).toEqual(['/api/v1/trials/1/participants/outcome'])
  })

  test('of a reloaded page settles under StrictMode too, and sends no randomisation', async () => {
    randomised.push(KEY)
    const { hook, reaches } = attemptFrom(attemptToCheck, true)
    await reaches('finished')
    expect(hook.result.current.attempt).toMatchObject({ participants: [participant] })
    expect(new Set(requests)).toEqual(new Set(['/api/v1/trials/1/participants/outcome']))
  })

  test('that was refused shows why, and asks for no outcome', async () => {
    onRandomise = (response) =>
      send(response, 409, {
        type: '',
        title: '',
        status: 409,
        detail: 'why',
        message: 'why',
        code: 'trial_not_started',
      })
    const { hook, reaches } = attemptFrom(attemptToConfirm)
    await app.act(() => hook.result.current.press())
    await reaches('confirm')
    expect(hook.result.current.attempt).toMatchObject({ refusal: { problem: { code: 'trial_not_started' } } })
    expect(requests).toHaveLength(1)
  })
})

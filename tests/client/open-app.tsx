import { ANALYTICS_ORIGIN } from '#contract/analytics'
import { getAppInstance } from '#contract/app-instance'
import { API_BASE, API_MARK } from '#contract/api-address'
import { isWrite, type Answer, type Endpoint } from '#contract/endpoint'
import { getDesk } from '#contract/desk'
import { listDeviceActions, reportDeviceActions } from '#contract/device-actions'
import { ERRORS, type Refusal } from '#contract/errors'
import { getMonthlyReport } from '#contract/monthly-report'
import { listNotices, listShownNotices, listSignInNotices } from '#contract/notices'
import { getParticipantsSnapshot } from '#contract/participant-actions'
import { getMe, getOutboxKey, getPermittedSites, getSystemPermission, getTrialPermission } from '#contract/session'
import { STORED_ANSWERS } from '#contract/stored-answers'
import { displayTime, listTimezones } from '#contract/timezones'
import { previewTrialUsers } from '#contract/trial-users'
import { getTrial, listTrials, type Trial } from '#contract/trials'
import { listWaitingParticipants } from '#contract/waiting-list'
import { previewUsers } from '#contract/user-accounts'
import { NO_PERMISSION, systemPermission, trialPermission, type StoredPermission } from '#domain/people/permissions'
import { AS_OF } from '#offline/read-through'
import { MantineProvider, ModalStack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { Profiler } from 'react'
import * as v from 'valibot'
import { expect, onTestFinished, vi } from 'vitest'
import { connection, initialConnection } from '../../src/client/device/offline/connection'
import { session } from '../../src/client/session/this-session'
import { createQueryClient } from '../../src/client/api/query-client'
import { call } from '../../src/client/device/call'
import { raisedFailure } from '../../src/client/api/raised-failure'
import { ErrorDialog } from '../../src/client/app/error-dialog'
import { router as appRouter } from '../../src/client/app/router'
import { SignInAgainDialog } from '../../src/client/session/fresh-sign-in/sign-in-again-dialog'
import { theme } from '../../src/client/ui/theme'
import { outboxKeyOf } from '../support/action-seals'
import { NOW, stopClock } from './fixed-clock'
import { RequestOverFetch } from './request-over-fetch'
import { aToken } from './tokens'

/** A page waits until its modules are loaded, which takes long on a busy machine. The limit only ends what hangs, in milliseconds. */
configure({ asyncUtilTimeout: 40_000 })

/** A desk: where a trial's bar has two lines. */
Object.assign(window, { innerHeight: 800 })

/** The server's reaction to a call; with `trialId` only to the calls that concern this trial. */
export type Reply = { endpoint: Endpoint; respond: () => Response | Promise<Response>; trialId?: number }

/** Answers a call as the contract has it. */
export const answers = <E extends Endpoint>(endpoint: E, answer: Answer<E>): Reply => {
  v.parse(endpoint.response, answer)
  return {
    endpoint,
    respond: () => marked(endpoint.status, answer === undefined ? null : JSON.stringify(answer)),
  }
}

/** Answers a call with a file of this content. */
export const answersFile = (endpoint: Endpoint, content: string): Reply => ({
  endpoint,
  respond: () => marked(endpoint.status, content),
})

/** Returns a stored answer of this device, since the server does not answer. */
export const keeps = (endpoint: Endpoint, stored: unknown, as_of: string): Reply => {
  const storable = STORED_ANSWERS.find((one) => one.endpoint.path === endpoint.path)
  const body = JSON.stringify(v.parse(storable?.stored ?? v.never(), stored))
  return { endpoint, respond: () => marked(endpoint.status, body, { [AS_OF]: as_of }) }
}

/** Refuses a call with an error of the contract. */
export const refuses = (endpoint: Endpoint, { code, ...details }: Refusal): Reply => {
  const { status, title, message } = ERRORS[code]
  const problem = { type: 'about:blank', title, status, detail: message, message, code, ...details }
  return { endpoint, respond: () => marked(status, JSON.stringify(problem)) }
}

/** Breaks the connection during a call. */
export const loses = (endpoint: Endpoint): Reply => ({
  endpoint,
  respond: () => Promise.reject(new TypeError('Failed to fetch')),
})

/** Leaves a call without its answer. */
export const holds = (endpoint: Endpoint): Reply => ({ endpoint, respond: () => new Promise(() => {}) })

/** Replies about one of several trials; replies about the others follow them. */
export const inTrial = (trialId: number, replies: readonly Reply[]): Reply[] =>
  replies.map((reply) => ({ ...reply, trialId }))

/** Sends a reply once it is released. */
export const delayed = (reply: Reply) => {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { ...reply, respond: () => isLetGo.then(reply.respond), letGo: () => letGo() }
}

/** Sends one reply after the other, and repeats the last. */
export const inTurn = (first: Reply, ...then: Reply[]): Reply => {
  let count = 0
  return { ...first, respond: () => ([first, ...then][count++] ?? then.at(-1) ?? first).respond() }
}

const marked = (status: number, body: string | null, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { [API_MARK.name]: API_MARK.value, ...headers } })

/** A list in one page. */
export const listOf = <Row,>(...data: Row[]) => ({ data, page: 1, pages: 1, total: data.length, page_size: 10 })

/** A permission as it is stored, by the id of its role. */
const storedPermission = (role_id: number, changes: Partial<StoredPermission>): StoredPermission => ({
  role_id,
  trial_id: null,
  site_id: null,
  is_blinded_partial: false,
  is_blinded_whole: false,
  is_unblind_authorized: false,
  has_study_packs_access: false,
  ...changes,
})

/** The pages of a trial for a person with this role there, unblinded by default. */
export const pagesOf = (trial: Trial, role_id: number, changes: Partial<StoredPermission> = {}): Reply[] => {
  const stored = storedPermission(role_id, { trial_id: trial.id, ...changes })
  return [
    answers(getTrial, trial),
    answers(getTrialPermission, trialPermission({ id: trial.id, is_protected_trial: false }, [stored]).permission),
    // Calls of a trial's pages that only store their answer on this device.
    holds(getParticipantsSnapshot),
    holds(listTrials),
  ]
}

/** The permissions of a system administrator. */
export const AS_ADMINISTRATOR: Reply = answers(getSystemPermission, systemPermission([storedPermission(1, {})]))

/** The signed-in person. */
export const ME = { id: 4, name: 'Grace Okafor', email: 'grace@example.org', selected_timezone: 'Europe/London' }

/** The facts about the instance. `changes` replaces some of them. */
export const anInstance = (changes: Partial<Answer<typeof getAppInstance>> = {}): Reply =>
  answers(getAppInstance, {
    instance: 'test',
    google_analytics_id: null,
    version: '1.0.0',
    university: 'example',
    university_name: 'Example University',
    service_name: 'Equipoise',
    service_url: null,
    error_report_url: null,
    providers: [],
    ...changes,
  })

const EVERYWHERE: Reply[] = [
  answers(listTimezones, { data: ['UTC', 'Europe/London'] }),
  answers(displayTime, { time: '21 Nov 2026, 10:00' }),
  anInstance(),
  answers(getMe, { ...ME, max_level: 3 }),
  answers(getOutboxKey, { key: Buffer.from(outboxKeyOf(String(ME.id))).toString('base64') }),
  answers(getSystemPermission, NO_PERMISSION),
  answers(getPermittedSites, { data: [] }),
  answers(listDeviceActions, { data: [] }),
  answers(listWaitingParticipants, { data: [], page: 1, pages: 1, total: 0, page_size: 10 }),
  answers(getDesk, { trials: [], decisions: [], silent_sites: [], low_stock: [] }),
  answers(listShownNotices, { data: [] }),
  answers(listSignInNotices, { data: [] }),
  answers(listNotices, { data: [] }),
  answers(getMonthlyReport, {
    recipients: [],
    candidates: [],
    last: null,
    next_at: null,
    is_written_to_files: false,
  }),
  answers(reportDeviceActions, undefined),
]

/** Calls that change nothing although they are POST requests; and the report of an outbox that rested, as in any slow test. */
const UNCOUNTED_POSTS: readonly Endpoint[] = [displayTime, previewTrialUsers, previewUsers, reportDeviceActions]

/** A write as it reached the server. */
type Sent = { call: string; body: unknown; key: string | null }

/** Opens the app at an address, for `ME`. Each call gets the first reply that fits it. */
export const openApp = (at: string, replies: readonly Reply[]) => {
  stopClock()
  // Some instants are shown in the zone of the device.
  vi.stubEnv('TZ', 'UTC')
  const sent: Sent[] = []
  /** Requests that count pages. */
  const counted: Request[] = []
  const unexpected: unknown[] = []
  /** The number of times that React drew any part of the app. */
  let draws = 0
  vi.stubGlobal('reportError', (error: unknown) => unexpected.push(error))
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, origin } = new URL(request.url)
    if (origin === ANALYTICS_ORIGIN) {
      counted.push(request)
      return new Response(null, { status: 204 })
    }
    const reply = [...replies, ...EVERYWHERE].find(
      ({ endpoint, trialId }) => endpoint.method === request.method && patternOf(endpoint, trialId).test(pathname),
    )
    const call = `${request.method} ${pathname.slice(API_BASE.length + 1)}`
    if (reply === undefined) {
      unexpected.push(call)
      throw new TypeError(`Nothing answers ${call}`)
    }
    if (isWrite(reply.endpoint) && !UNCOUNTED_POSTS.includes(reply.endpoint)) {
      const text = await request.text()
      sent.push({ call, body: text === '' ? null : JSON.parse(text), key: request.headers.get('Idempotency-Key') })
    }
    // An abandoned call ends, so that it reports nothing in the next test.
    const ended = new Promise<never>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
    return Promise.race([reply.respond(), ended])
  })
  vi.stubGlobal('XMLHttpRequest', RequestOverFetch)
  // A worker controls the page, so the page does not read through a store of its own.
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true })
  // The browser has one page, which gets every lock at once.
  Object.defineProperty(navigator, 'locks', { value: LOCKS, configurable: true })
  // Mantine's text area waits for `document.fonts`, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  // Elements have no size in this document, and a list that renders only visible rows would render none.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  connection.set({ state: 'online', since: NOW, doubts: 0 })
  session.start(aToken(String(ME.id)))

  const client = createQueryClient(call)
  // A router for each page: one that was left during a navigation begins no other.
  const router = createRouter({ ...appRouter.options, history: createMemoryHistory({ initialEntries: [at] }) })
  onTestFinished(async () => {
    cleanup()
    await client.cancelQueries()
    client.clear()
    session.end()
    connection.set(initialConnection(0))
    raisedFailure.set(null)
    notifications.clean()
    localStorage.clear()
    sessionStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    expect(unexpected).toEqual([])
  })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} env="test">
        <Profiler id="app" onRender={() => (draws += 1)}>
          <ModalStack>
            <RouterProvider router={router} context={{ queryClient: client }} />
            <ErrorDialog goHome={() => {}} />
            <SignInAgainDialog />
          </ModalStack>
        </Profiler>
      </MantineProvider>
    </QueryClientProvider>,
  )
  const go = async (to: string): Promise<void> => router.navigate({ to })
  return { sent, counted, go, address: () => router.state.location.href, draws: () => draws }
}

const LOCKS = { request: async (_name: string, _options: object, turn: () => unknown) => turn() }

const patternOf = ({ path }: Endpoint, trialId: number | undefined): RegExp => {
  const ofTrial = trialId === undefined ? path : path.replace('{trial_id}', String(trialId))
  return new RegExp(`^${API_BASE}/${ofTrial.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

import { API_BASE } from '#contract/api-address'
import { loginFromPing } from '#contract/session'
import { trial, type Trial } from '#contract/trials'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { BUILT_SERVER } from './built-files'
import { FAST_REQUESTS } from './portal'
import { webBrowser } from './web-browser'

/** The built server in a process of its own, and a signed-in administrator. */
export type ServerProcess = {
  url: string
  /** The process id, for measurements. */
  pid: number
  token: string
  ask: (method: string, path: string, body: object) => Promise<Trial>
  /**
   * The answer of a module that the process `loads`: the longest block of the event loop since the last call, in
   * milliseconds.
   */
  longestBlock: () => Promise<number>
  stop: () => Promise<void>
  /** Ends the process at once. */
  kill: () => Promise<void>
}

type Place = {
  database_url: string | undefined
  data_dir: string
  /** The server for its emails; files in its data folder by default. */
  smtp_url?: string
  /** The key of its secrets; a new one in its data folder by default. */
  seed_key?: string
  /** A file with the university's logo. */
  university_logo?: string
  /** A module that the process loads before its program. */
  loads?: string
  /** The number of requests that it works on at once; by default as many as a test sends. */
  at_once?: number
}

/** Starts the built server over a database, waits for its address, and signs the administrator in. */
export const startServer = async ({
  database_url,
  data_dir,
  smtp_url,
  seed_key,
  university_logo,
  loads,
  at_once,
}: Place): Promise<ServerProcess> => {
  const server = spawn(process.execPath, [...(loads === undefined ? [] : ['--import', loads]), BUILT_SERVER], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      INSTANCE: 'test',
      ...FAST_REQUESTS,
      ...(at_once === undefined ? {} : { REQUESTS_AT_ONCE: String(at_once) }),
      DATA_DIR: data_dir,
      ...(database_url === undefined ? {} : { DATABASE_URL: database_url }),
      ...(smtp_url === undefined ? {} : { SMTP_URL: smtp_url }),
      ...(seed_key === undefined ? {} : { SEED_KEY: seed_key }),
      ...(university_logo === undefined ? {} : { UNIVERSITY_LOGO: university_logo }),
    },
    stdio: ['ignore', 'pipe', 'inherit', loads === undefined ? 'ignore' : 'ipc'],
  })
  const { stdout } = server
  if (stdout === null) throw new Error('the server was started without an output')
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)))
    createInterface(stdout).on('line', (line) => {
      const [, address] = /^Equipoise is at (\S+)$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  const token = await signIn(url)
  const ask = async (method: string, path: string, body: object): Promise<Trial> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const response = await fetch(`${url}${API_BASE}/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return v.parse(trial, await response.json())
  }
  const longestBlock = async () => {
    const answered = once(server, 'message')
    server.send({ asks: 'longestBlock' })
    return v.parse(v.tuple([v.number(), v.unknown()]), await answered)[0]
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const stop = async () => end('SIGTERM')
  return { url, pid: server.pid ?? 0, token, ask, longestBlock, stop, kill: async () => end('SIGKILL') }
}

/** Signs a sample person in, by default the administrator, through the sample provider as a browser would. Returns the token. */
export const signIn = async (url: string, email = 'administrator@example.org'): Promise<string> => {
  const browser = webBrowser()
  const page = await browser.go(`${url}${API_BASE}/auth/ping/redirect?idp=sso`)
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page.text) ?? []
  const chosen = { method: 'POST', body: new URLSearchParams({ email }) }
  const returned = await browser.go(new URL(action, page.url).href, chosen, (address) =>
    address.searchParams.has('REF'),
  )
  const query = new URLSearchParams({ idp: 'sso', ref: returned.url.searchParams.get('REF') ?? '' })
  const answer = await browser.ask(`${url}${API_BASE}/${loginFromPing.path}?${query.toString()}`)
  return v.parse(loginFromPing.response, JSON.parse(answer.text)).token
}

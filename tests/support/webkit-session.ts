import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port'
import { until } from './until'
import { WEBKIT } from './webkit'

/** A running WebKit, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export type WebKitSession = {
  /**
   * Sends one command, by its method and its path below the session. Returns its value as the standard defines it, and
   * throws its errors.
   */
  ask: <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>
  /** The console errors of its pages. */
  complaints: () => readonly string[]
  isRunning: () => boolean
  /** Ends all of its processes with this signal, and waits until the last of them has exited. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** The time limit of a command, longer than any page may take. */
const COMMAND_MS = 60_000

/**
 * Starts a WebKit with a profile in this folder and a script that runs before each page. It draws on a virtual screen.
 */
export const launchWebKitIn = async (folder: string, preload: string): Promise<WebKitSession> => {
  if (WEBKIT === null) throw new Error('there is no WebKit here')
  const port = await freePort()
  const complaints: string[] = []
  // A process group of its own, so that the browser's processes can be ended with it.
  const driver = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1280x720x24', WEBKIT, `--port=${port}`],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, EQUIPOISE_PROFILE: folder, EQUIPOISE_PRELOAD: preload },
    },
  )
  driver.stdout.setEncoding('utf8').on('data', (text: string) => complaints.push(...complaintsIn(text)))
  const gone = once(driver, 'close')
  const origin = `http://127.0.0.1:${port}`
  await until('WebDriver listens', () => isListening(origin))
  const { sessionId } = await askDriver<{ sessionId: string }>(origin, 'POST', '/session', {
    capabilities: { alwaysMatch: CAPABILITIES },
  })
  return {
    ask: (method, path, body) => askDriver(origin, method, `/session/${sessionId}${path}`, body),
    complaints: () => complaints,
    isRunning: () => driver.exitCode === null && driver.signalCode === null,
    end: async (signal) => {
      endGroup(driver, signal)
      await gone
    },
  }
}

const CAPABILITIES = {
  pageLoadStrategy: 'eager',
  timeouts: { script: COMMAND_MS, pageLoad: COMMAND_MS },
  'webkitgtk:browserOptions': { binary: '/usr/bin/gjs', args: ['-m', join(import.meta.dirname, 'webkit-browser.mjs')] },
}

const askDriver = async <Value>(origin: string, method: string, path: string, body?: object): Promise<Value> => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    body: method === 'POST' ? JSON.stringify(body ?? {}) : null,
    signal: AbortSignal.timeout(2 * COMMAND_MS),
  })
  const { value } = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

const isListening = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/status`)).ok
  } catch {
    // The driver does not answer yet.
    return false
  }
}

const endGroup = ({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals) => {
  if (pid === undefined || exitCode !== null) return
  process.kill(-pid, signal)
}

/** Lines such as `CONSOLE JS ERROR TypeError: …`. */
const complaintsIn = (text: string): string[] => text.split('\n').filter((line) => /^CONSOLE \S+ ERROR /.test(line))

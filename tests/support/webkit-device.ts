import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutPreloads, type Device, type Preload, type Tablet } from './tablet'
import { launchWebKitIn, type WebKitSession } from './webkit-session'
import { webKitTablet } from './webkit-tablet'

/** A tablet with WebKit, the browser of every iPad, which finds the portal at `origin`. */
export const webKitDevice = (origin: string): Device => {
  const profile = mkdtempSync(join(tmpdir(), 'equipoise-webkit-'))
  let running: { session: WebKitSession; tablet: Tablet } | null = null
  const end = async (close: (session: WebKitSession) => Promise<void>) => {
    const was = running
    running = null
    if (was === null) return
    await close(was.session)
    const complaints = was.session.complaints().filter((words) => !LOADS.test(words))
    if (complaints.length > 0) throw new Error(`WebKit complained: ${complaints.join('\n')}`)
  }
  const switchOff = () => end(closeInOrder)
  return {
    switchOn: async (...preloads) => {
      if (running?.session.isRunning() === true) return withoutPreloads(running.tablet, preloads)
      mkdirSync(profile, { recursive: true })
      const session = await launchWebKitIn(profile, preloads.map(asScript).join(';\n'))
      running = { session, tablet: await webKitTablet(session, origin) }
      return running.tablet
    },
    switchOff,
    die: () => end((session) => session.end('SIGKILL')),
    scrap: async () => {
      try {
        await switchOff()
      } finally {
        rmSync(profile, { recursive: true, force: true })
      }
    },
  }
}

const asScript = (preload: Preload): string => (typeof preload === 'string' ? preload : `(${String(preload)})()`)

/** Closing the last window ends the browser, which then writes its pages' data to disk. */
const closeInOrder = async (session: WebKitSession): Promise<void> => {
  for (const handle of await session.ask<string[]>('GET', '/window/handles')) {
    await session.ask('POST', '/window', { handle })
    await session.ask('DELETE', '/window')
  }
  await session.end('SIGTERM')
}

/** Messages about a call or a file that was not received, mostly while no server answers. */
const LOADS = /CONSOLE NETWORK ERROR|Failed to load resource|due to access control checks/

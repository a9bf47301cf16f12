import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** The Chromium that `CHROMIUM` names (`npm test` finds or installs one), otherwise Debian's. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
/** The same browser without a window, where there is one. It stores no profile in a folder and installs no app. */
const HEADLESS_SHELL = process.env['HEADLESS_SHELL'] ?? EXECUTABLE

const LAUNCH = {
  executablePath: EXECUTABLE,
  headless: true,
  args: [
    '--headless',
    // A name of another machine, for which browsers require https.
    '--host-resolver-rules=MAP portal.example.org 127.0.0.1',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** A new browser. */
export const launchChromium = (): Promise<Browser> => chromium.launch(LAUNCH)

/**
 * For pages that live some seconds: those of one profile share a process, which has the app compiled already, and nothing
 * is optimised that then runs no more (decision 0021).
 */
const SHORT_LIVED = ['--process-per-site', '--js-flags=--no-maglev --no-opt']

let running: Promise<Browser> | undefined

/**
 * The browser that the files of this process share. It is launched again if it exited, and ends with the process. Each
 * context is a profile of its own, which is deleted when it closes.
 */
export const sharedChromium = async (): Promise<Browser> => {
  running ??= chromium.launch({
    ...LAUNCH,
    executablePath: HEADLESS_SHELL,
    args: [...LAUNCH.args, ...SHORT_LIVED],
  })
  const browser = await running.catch((error: unknown) => {
    running = undefined
    throw error
  })
  if (browser.isConnected()) return browser
  running = undefined
  return sharedChromium()
}

/** A browser whose settings double the size of text: breakpoints in `em` follow. */
export const launchChromiumEnlarged = (): Promise<Browser> =>
  chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'] })

/** A browser whose camera shows this film (YUV4MPEG2) in a loop. */
export const launchChromiumFilming = (film: string): Promise<Browser> =>
  chromium.launch({
    ...LAUNCH,
    args: [...LAUNCH.args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
  })

/**
 * A browser with its profile in a folder, so that a later one opens with the data of this one, as a tablet does when it
 * is switched on again. Only such a browser reports what prevents an app from being installed.
 */
export const launchChromiumIn = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, LAUNCH)

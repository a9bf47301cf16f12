import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** The Chromium that `CHROMIUM` names (`npm test` finds or installs one), else Debian's. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
/** The same browser without a window, where there is one. It keeps no profile in a folder and installs no app. */
const HEADLESS_SHELL = process.env['HEADLESS_SHELL'] ?? EXECUTABLE

const LAUNCH = {
  executablePath: EXECUTABLE,
  headless: true,
  args: [
    '--headless',
    // A name of another machine, for which browsers want https.
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

/** A browser of one's own. */
export const launchChromium = (): Promise<Browser> => chromium.launch(LAUNCH)

let running: Promise<Browser> | undefined

/**
 * The browser that the files of this process share, launched again where it ended; each of its contexts is a profile of its own
 * that is forgotten when it is closed. It ends with the process.
 */
export const sharedChromium = async (): Promise<Browser> => {
  running ??= chromium.launch({ ...LAUNCH, executablePath: HEADLESS_SHELL })
  const browser = await running.catch((error: unknown) => {
    running = undefined
    throw error
  })
  if (browser.isConnected()) return browser
  running = undefined
  return sharedChromium()
}

/** A browser whose text is twice as large as usual, as its own settings have it: breakpoints in `em` follow. */
export const launchChromiumEnlarged = (): Promise<Browser> =>
  chromium.launch({ ...LAUNCH, args: [...LAUNCH.args, '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'] })

/** A browser whose camera shows this film (YUV4MPEG2), over and over. */
export const launchChromiumFilming = (film: string): Promise<Browser> =>
  chromium.launch({
    ...LAUNCH,
    args: [...LAUNCH.args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
  })

/**
 * A browser whose profile lies in a folder, so that a later one opens with what this one stored, as a tablet does when it
 * is switched on again. Only such a browser says what keeps an app from being installed.
 */
export const launchChromiumIn = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, LAUNCH)

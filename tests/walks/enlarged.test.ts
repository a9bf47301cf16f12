import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { expect } from 'vitest'
import { launchChromiumEnlarged } from '../support/chromium'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { lossesOf } from '../support/losses'
import { signedInAs } from '../support/sign-in'
import { TOKEN, visitorOf, type Visitor } from '../support/visitor'

/* An enlarged page loses nothing and never scrolls sideways (WCAG 1.4.4 and 1.4.10). */

const test = journeys('sample')
const [STROKE, CEDAR] = [1, 5]

/** The sizes of a desktop of 1280 px at 200 % and at 400 %. */
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
] as const
/** Devices on which letters are shown twice as large. */
const TABLET = { width: 768, height: 1024 } as const
const PHONE = { width: 360, height: 740 } as const

const PATHS: [SampleAccountKey, readonly string[]][] = [
  [
    'pharmacist',
    [
      '/',
      `/trials/${CEDAR}`,
      `/trials/${CEDAR}/participants`,
      `/trials/${CEDAR}/participants/new`,
      `/trials/${CEDAR}/study-packs`,
      `/trials/${CEDAR}/study-packs/dispense`,
      `/trials/${CEDAR}/study-packs/dispense?pack=nowhere`,
      '/user-profile',
      '/outbox',
      '/help/nurse',
    ],
  ],
  [
    'administrator',
    [
      '/',
      '/trials',
      '/trials/new',
      `/trials/${CEDAR}`,
      `/trials/${STROKE}/participants`,
      `/trials/${CEDAR}/users`,
      `/trials/${STROKE}/messages`,
      `/trials/${CEDAR}/settings`,
      `/trials/${CEDAR}/proof`,
      '/users',
      '/audit-logs',
      '/reports',
      '/simulation',
    ],
  ],
]

/** Charts are drawn again for a new width, which takes a moment. */
const losesNothing = async (
  who: Visitor,
  paths: readonly string[],
  sizes: readonly { width: number; height: number }[],
): Promise<void> => {
  for (const path of paths) {
    await who.opens(path)
    await who.page.locator('main h1').first().waitFor()
    await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
    for (const size of sizes) {
      await who.page.setViewportSize(size)
      await expect.poll(() => lossesOf(who.page), { message: `${path} at ${size.width} px` }).toEqual([])
    }
  }
}

test.for(PATHS)(
  'zoomed to 200 and to 400 %%, the pages of the %s lose nothing',
  async ([account, paths], { arrive }) => {
    await losesNothing(await arrive({ as: account }), paths, ZOOMED)
  },
)

test.for(PATHS)(
  'with letters twice as large, the pages of the %s lose nothing',
  async ([account, paths], { portal }) => {
    const browser = await launchChromiumEnlarged()
    try {
      const who = await visitorOf(await browser.newContext(await arrivalOf(portal, account)), portal.url)
      await losesNothing(who, paths, [TABLET, PHONE])
      expect(await who.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      await who.leaves()
    } finally {
      await browser.close()
    }
  },
)

const arrivalOf = async (portal: JourneyPortal, account: SampleAccountKey) => {
  const { token } = await signedInAs(portal, account)
  const origins = [{ origin: portal.url, localStorage: [{ name: TOKEN, value: token }] }]
  return { locale: 'en-GB', reducedMotion: 'reduce' as const, storageState: { cookies: [], origins } }
}

import { countEffects } from '../effect-count'
import { isSignedIn, NOBODY_ANSWERS, dumpOf, dropsToken, waitsForStored, aWard, opensWard } from '../ward'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { onATabletOfItsOwn, MAY_BE_QUIET } from './ground'
import { nothingOf, type Ground, type Scenario } from './scenario'

/** A sign-out that was interrupted after it deleted the token: its person's data are still there. */
export const WIPE_CUT_SHORT: readonly Scenario[] = [
  {
    name: 'wipe cut short, then nobody',
    given: 'a tablet that crashed in the middle of a sign-out',
    when: 'it is started without the server, and nobody is signed in',
    outcome: 'what was kept for the person before is never shown, and is gone',
    walk: (ground) => counted(ground, dropsToken),
  },
  {
    name: 'wipe cut short, then another person',
    given: 'a tablet that crashed in the middle of a sign-out',
    when: 'it is started without the server, and another person is signed in',
    outcome: 'what was kept for the person before is never shown, and is gone',
    walk: (ground) => counted(ground, (tablet) => isSignedIn(tablet, ground.portal, 'administrator')),
  },
]

const counted = ({ portal, device }: Ground, becomes: (tablet: Tablet) => Promise<void>) =>
  onATabletOfItsOwn(
    device,
    async (tablet) => {
      const ward = await aWard(portal)
      const effects = await countEffects(portal, ward)
      await tablet.opens('/')
      await isSignedIn(tablet, portal, 'nurse')
      await opensWard(tablet, ward.trial_id)
      await waitsForStored(tablet, ward.trial_id)
      tablet.allowsError(NOBODY_ANSWERS, MAY_BE_QUIET)
      await portal.front.goDown()
      await tablet.reloads()
      await tablet.sees(/Last updated/)
      if (!(await hasBeenShown(tablet))) throw new Error('nobody noticed what was shown')

      await becomes(tablet)
      // Her own page may still show it until it is left.
      const herPage = await tablet.evaluates(() => performance.timeOrigin, '')
      await tablet.opens(`/trials/${ward.trial_id}/participants`)
      await until('it is gone', async () => !(await dumpOf(tablet)).includes(`/api/v1/trials/${ward.trial_id}`))
      await tablet.sees(/Offline · since/)
      if (await hasBeenShown(tablet, herPage)) throw new Error('it was shown')
      return nothingOf(effects)
    },
    NOTICES_WHAT_IS_SHOWN,
  )

/** Records each page, by its loading time, that showed a stored list of participants, however briefly. */
const NOTICES_WHAT_IS_SHOWN = () => {
  if (!location.protocol.startsWith('http')) return
  new MutationObserver(() => {
    const shown = document.querySelector('body')?.textContent ?? ''
    if (/Last updated|Participant 1/.test(shown)) sessionStorage.setItem('shown', String(performance.timeOrigin))
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Whether a page that was loaded after this time showed it, in milliseconds since the epoch. */
const hasBeenShown = async (tablet: Tablet, after = 0): Promise<boolean> =>
  (await tablet.evaluates((key) => Number(sessionStorage.getItem(key) ?? 0), 'shown')) > after

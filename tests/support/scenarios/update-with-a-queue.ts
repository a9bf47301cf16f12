import { laterBuild } from '../altered-build'
import { BUILT_CLIENT } from '../built-files'
import { until } from '../until'
import { FLAGGING, flags, NOBODY_ANSWERS } from '../ward'
import { mustNotHaveHappened, onTheWard, settles, WAITING } from './ground'
import { ONE_FLAG, type Scenario } from './scenario'

/** The worker stores every file of the app first, while other browsers keep the machine busy. */
const INSTALLED_WITHIN_MS = 120_000

export const UPDATE_WITH_A_QUEUE: Scenario = {
  name: 'update with a queue',
  given: 'a flag that waits',
  when: 'a new version of the app takes the place of the one that stored it',
  outcome: 'the new version has it, and sends it once',
  walk: async (ground) => {
    const { portal, device } = ground
    const later = laterBuild('later')
    const { nurse, counted } = await onTheWard(ground)
    nurse.expectsError(NOBODY_ANSWERS)
    const cut = portal.front.inflict('question_lost', FLAGGING)
    await flags(nurse, 1, 'Before the update')
    await nurse.sees(WAITING)
    await portal.deploy(later.folder)
    await nurse.opens('/outbox')
    const readsBuild = (name: string) => document.documentElement.getAttribute(name)
    // A page that is being replaced gives no answer.
    const build = () => nurse.evaluates(readsBuild, 'data-build').catch(() => null)
    await until('the new version runs', async () => (await build()) === 'later', INSTALLED_WITHIN_MS)
    await nurse.sees('Flag participant 1')
    await mustNotHaveHappened(counted)
    const before = cut.met()
    await nurse.presses('Send now')
    await until('it is sent by the new version', () => cut.met() > before)
    cut.lift()
    const tally = await settles(nurse, ONE_FLAG, counted)
    // The next person has the present version.
    await portal.deploy(BUILT_CLIENT)
    await device.scrap()
    later.remove()
    return tally
  },
}

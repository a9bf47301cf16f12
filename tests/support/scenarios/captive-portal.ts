import { until } from '../until'
import { flags } from '../ward'
import { mustNotHaveHappened, onTheWard, settles, WAITING } from './ground'
import { ONE_FLAG, type Scenario } from './scenario'

export const CAPTIVE_PORTAL: Scenario = {
  name: 'captive portal',
  given: 'a tablet in a Wi-Fi that wants a sign-in',
  when: 'its page is answered to everything',
  outcome: 'the tablet says so, keeps what it has, and sends once it is through',
  walk: async (ground) => {
    const { nurse, counted } = await onTheWard(ground)
    const wifi = ground.portal.front.inflict('captive_portal')
    await nurse.reloads()
    await nurse.sees('Sign in to the Wi-Fi')
    await nurse.sees(/Last updated/)
    await flags(nurse, 1, 'Behind a portal')
    await nurse.sees(WAITING)
    await nurse.reloads()
    await until('the overlay shows it flagged', () => nurse.isThere('button', 'Unflag: participant 1'))
    await mustNotHaveHappened(counted)
    wifi.lift()
    await nurse.sees('Online')
    return settles(nurse, ONE_FLAG, counted)
  },
}

import { useSession } from '../../session/this-session'
import { SignedInHome } from './signed-in-home'
import { Welcome } from './welcome'

/** `/`: the service for visitors, the day's work for signed-in people. */
export function HomeScreen() {
  return useSession().session === null ? <Welcome /> : <SignedInHome />
}

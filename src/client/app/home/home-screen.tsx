import { useSession } from '../../session/this-session'
import { SignedInHome } from './signed-in-home'
import { Welcome } from './welcome'

/** `/`: what the service is, or where a signed-in person goes on. */
export function HomeScreen() {
  return useSession().session === null ? <Welcome /> : <SignedInHome />
}

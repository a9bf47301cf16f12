import { can } from '#domain/people/permissions'
import { isFinalTrialStatus, mayRandomiseInStatus } from '#domain/trials/trial-status'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { trialPermissionQuery } from '../../api/session-queries'
import { trialQuery } from '../../api/trial-queries'
import { useIsAway } from '../../device/offline/use-connection'
import { paths } from '../../paths'
import { requestStatusChange } from '../../subjects/trials/trial/requested-status'
import { tabsOf } from '../../subjects/trials/trial/trial-tabs'
import { isMac } from './is-mac'
import { focusSearch, turnPage } from './page-parts'
import { goTo, oneKey, type Shortcut, type ShortcutGroup } from './shortcut'

/** Every shortcut that this person has on this page, in the groups of the sheet. */
export const useShortcuts = (openSheet: () => void): ShortcutGroup[] => {
  const navigate = useNavigate()
  const inTrial = useTrialShortcuts()
  const mod = isMac() ? '⌘' : 'Ctrl'
  const groups = [
    {
      title: 'Everywhere',
      shortcuts: [
        { label: 'Jump to', keyCaps: [mod, 'K'] },
        oneKey('Keyboard shortcuts', '?', openSheet),
        oneKey('Search this list', '/', focusSearch),
        { label: 'Save a form', keyCaps: [mod, 'Enter'] },
        { label: 'Close a dialog', keyCaps: ['Esc'] },
      ],
    },
    { title: 'In a trial', shortcuts: inTrial.places },
    {
      title: 'In a table',
      shortcuts: [
        { label: 'Next row, previous row', keyCaps: ['↓', '↑'] },
        { label: 'First row, last row', keyCaps: ['Home', 'End'] },
        { label: 'Open the row', keyCaps: ['Enter'] },
        oneKey('Next page', ']', () => turnPage(1)),
        oneKey('Previous page', '[', () => turnPage(-1)),
      ],
    },
    {
      title: 'Go to',
      shortcuts: [
        goTo('Home', 'h', () => void navigate(paths.home())),
        goTo('Trials', 't', () => void navigate(paths.trials())),
        goTo('Outbox', 'b', () => void navigate(paths.outbox())),
        goTo('User profile', 'u', () => void navigate(paths.profile())),
      ],
    },
    { title: 'Work', shortcuts: inTrial.actions },
  ]
  return groups.filter(({ shortcuts }) => shortcuts.length > 0)
}

/** Keys of the tabs of a trial, by the end of their address. */
const TAB_KEYS: Readonly<Record<string, string>> = {
  participants: 'p',
  'study-packs': 's',
  reports: 'r',
  messages: 'm',
  users: 'a',
  settings: 'e',
  proof: 'v',
}

/** The actions and tabs of the open trial for this person, as its bar has loaded them already. */
const useTrialShortcuts = (): { places: Shortcut[]; actions: Shortcut[] } => {
  const navigate = useNavigate()
  const router = useRouter()
  // 0, the id of no trial, where none is open.
  const { trialId = 0 } = useParams({ strict: false })
  const { data: atHand } = useQuery({ ...trialQuery(trialId), enabled: false })
  const trial = atHand?.answer
  const isAway = useIsAway()
  const { data: permission } = useQuery({ ...trialPermissionQuery(trialId), enabled: false })
  if (trial === undefined || permission === undefined) return { places: [], actions: [] }
  const places = tabsOf(router.routesByPath, trial, permission).map(({ label, to }) => {
    const key = TAB_KEYS[to.split('/').at(-1) ?? ''] ?? 'o'
    return goTo(label, key, () => void navigate({ to, params: { trialId } }))
  })
  const changeStatus = () => {
    requestStatusChange(trialId, null)
    void navigate(paths.trial(trialId))
  }
  // Actions that need the server are not offered from stored settings of the trial.
  const isServers = atHand?.source === 'server' && !isAway
  const actions = [
    isServers &&
      can(permission, 'randomise') &&
      mayRandomiseInStatus(trial.trial_status_id) &&
      oneKey('Randomise a participant', 'r', () => void navigate(paths.randomise(trialId))),
    trial.is_managing_packs &&
      can(permission, 'manageStudyPacks') &&
      oneKey('Dispense a pack', 'd', () => void navigate(paths.dispense(trialId))),
    isServers &&
      can(permission, 'changeTrialStatus') &&
      !isFinalTrialStatus(trial.trial_status_id) &&
      oneKey('Change status', 'c', changeStatus),
  ]
  return { places, actions: actions.filter((action) => action !== false) }
}

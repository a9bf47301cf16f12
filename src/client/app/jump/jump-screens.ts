import { hasEveryWord } from '#domain/every-word'
import { canAnywhere, isSystemUser } from '#domain/people/permissions'
import {
  IconChartHistogram,
  IconClipboardCheck,
  IconHeartbeat,
  IconHelp,
  IconHome,
  IconInbox,
  IconListDetails,
  IconMail,
  IconMailForward,
  IconPlus,
  IconReport,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { groups } from 'virtual:help-contents'
import { paths } from '../../paths'
import type { JumpItem } from './jump-item'

type Screen = JumpItem & { isFor?: (maxLevel: number) => boolean }

const SCREENS: readonly Screen[] = [
  { id: 'home', label: 'Home', icon: IconHome, to: paths.home() },
  { id: 'trials', label: 'Trials', icon: IconListDetails, to: paths.trials() },
  { id: 'outbox', label: 'Outbox', icon: IconInbox, to: paths.outbox() },
  {
    id: 'simulation',
    label: 'Simulation',
    icon: IconChartHistogram,
    to: paths.simulation(),
    isFor: (level) => canAnywhere(level, 'simulate'),
  },
  { id: 'users', label: 'Users', icon: IconUsers, to: paths.users(), isFor: isSystemUser },
  { id: 'reports', label: 'Reports', icon: IconReport, to: paths.reports(), isFor: isSystemUser },
  { id: 'auditing', label: 'Auditing', icon: IconClipboardCheck, to: paths.auditLogs(), isFor: isSystemUser },
  { id: 'status', label: 'Status', icon: IconHeartbeat, to: paths.status(), isFor: isSystemUser },
  { id: 'help', label: 'Help', icon: IconHelp, to: paths.help() },
  { id: 'user-profile', label: 'User profile', icon: IconUser, to: paths.profile() },
]

/** Actions that concern no single trial. They only open a form. */
const ACTS: readonly Screen[] = [
  { id: 'new-trial', label: 'Create a trial', icon: IconPlus, to: paths.newTrial() },
  { id: 'new-user', label: 'Create a user', icon: IconUserPlus, to: paths.newUser() },
  { id: 'invite-users', label: 'Invite users', icon: IconMailForward, to: paths.inviteUsers({}) },
  { id: 'broadcast', label: 'Send a message to all users', icon: IconMail, to: paths.broadcast() },
].map((action) => ({ ...action, isFor: isSystemUser }))

/** The screens open to this highest level whose names have every word of a text; all without a text. */
export const screensNamed = (text: string, maxLevel: number): JumpItem[] => named(SCREENS, text, maxLevel)

/** The actions of the whole service with every word of a text in their names; none without a text. */
export const actionsNamed = (text: string, maxLevel: number): JumpItem[] =>
  text === '' ? [] : named(ACTS, text, maxLevel)

/** The pages of help with every word of a text in their titles or names; none without a text. */
export const helpNamed = (text: string): JumpItem[] =>
  groups
    .flatMap(({ pages }) => pages)
    .filter(({ name, title }) => hasEveryWord(`${title} ${name}`, text))
    .map(({ name, title }) => ({ id: `help-${name}`, label: title, icon: IconHelp, to: paths.helpPage(name) }))

const named = (screens: readonly Screen[], text: string, maxLevel: number): JumpItem[] =>
  screens
    .filter(({ isFor = () => true }) => isFor(maxLevel))
    .filter(({ label }) => text === '' || hasEveryWord(label, text))

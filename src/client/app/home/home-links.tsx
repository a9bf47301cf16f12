import { canAnywhere, isSystemUser } from '#domain/people/permissions'
import { Group } from '@mantine/core'
import {
  IconChartHistogram,
  IconClipboardCheck,
  IconHeartbeat,
  IconListDetails,
  IconReport,
  IconUser,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { paths } from '../../paths'
import { LinkButton } from '../../ui/link-button'
import classes from './signed-in-home.module.css'

/** The sections of the portal beside the heading: the trials first, the others small. */
export function HomeLinks({ maxLevel }: { maxLevel: number }) {
  return (
    <Group gap={4} component="nav" aria-label="Sections" className={classes['links'] ?? ''}>
      <LinkButton {...paths.trials()} variant="default" leftSection={<IconListDetails size={22} aria-hidden="true" />}>
        Trials
      </LinkButton>
      {SECTIONS.filter(({ isFor }) => isFor(maxLevel)).map(({ name, path, icon: Icon }) => (
        <LinkButton
          key={name}
          {...path}
          variant="subtle"
          px="xs"
          fz="sm"
          leftSection={<Icon size={18} aria-hidden="true" />}
        >
          {name}
        </LinkButton>
      ))}
    </Group>
  )
}

type Section = {
  name: string
  path: { to: '/reports' | '/audit-logs' | '/users' | '/simulation' | '/status' | '/user-profile' }
  icon: TablerIcon
  isFor: (maxLevel: number) => boolean
}

const SECTIONS: readonly Section[] = [
  { name: 'Reports', path: paths.reports(), icon: IconReport, isFor: isSystemUser },
  { name: 'Auditing', path: paths.auditLogs(), icon: IconClipboardCheck, isFor: isSystemUser },
  { name: 'Users', path: paths.users(), icon: IconUsers, isFor: isSystemUser },
  { name: 'Status', path: paths.status(), icon: IconHeartbeat, isFor: isSystemUser },
  {
    name: 'Simulation',
    path: paths.simulation(),
    icon: IconChartHistogram,
    isFor: (level) => canAnywhere(level, 'simulate'),
  },
  { name: 'User profile', path: paths.profile(), icon: IconUser, isFor: () => true },
]

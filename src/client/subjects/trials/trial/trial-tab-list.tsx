import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { Button, Menu, type MenuItemProps } from '@mantine/core'
import { createLink, Link, useMatchRoute } from '@tanstack/react-router'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, type AnchorHTMLAttributes, type ReactNode, type Ref } from 'react'
import { paths } from '../../../paths'
import { useIsWide } from '../../../ui/use-is-wide'
import classes from './trial-tab-list.module.css'
import { useTrialTabs, type ShownTab } from './trial-tabs'
import { useFittingTabs } from './use-fitting-tabs'

type TrialTabListProps = {
  trial: Pick<Trial, 'id' | 'is_managing_packs'>
  permission: EffectivePermission
  /** Items of the menu below the tabs; null where there are none. */
  actions: ReactNode
}

/** The tabs that the viewer may open, as links; those that do not fit are in a menu, and on a phone all of them. */
export function TrialTabList({ trial, permission, actions }: TrialTabListProps) {
  const tabs = useTrialTabs(trial, permission)
  const isWide = useIsWide()
  return (
    <nav aria-label="Trial" className={`${classes['place']} no-print`}>
      {isWide ? (
        <TabLine tabs={tabs} trialId={trial.id} actions={actions} />
      ) : (
        <TabMenu tabs={tabs} trialId={trial.id} actions={actions} isAll />
      )}
    </nav>
  )
}

type TabsProps = { tabs: readonly ShownTab[]; trialId: number; actions: ReactNode }

function TabLine({ tabs, trialId, actions }: TabsProps) {
  const line = useRef<HTMLDivElement>(null)
  const open = useOpenTab(tabs, trialId)
  const hasMore = actions !== null
  const fitting = useFittingTabs(line, { count: tabs.length, open, hasMore })
  const others = tabs.filter((_, place) => !fitting.has(place))
  return (
    <div ref={line} className={classes['tabs']}>
      {tabs.map(({ label, to }, place) => (
        <Link
          key={to}
          to={to}
          params
          activeOptions={activeIn(to, trialId)}
          data-tab
          data-unfit={!fitting.has(place) || undefined}
        >
          {label}
        </Link>
      ))}
      {(others.length > 0 || hasMore) && <TabMenu tabs={others} trialId={trialId} actions={actions} />}
    </div>
  )
}

function TabMenu({ tabs, trialId, actions, isAll = false }: TabsProps & { isAll?: boolean }) {
  const open = tabs[useOpenTab(tabs, trialId)]
  return (
    <Menu position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant={isAll ? 'default' : 'subtle'}
          className={classes[isAll ? 'all' : 'more']}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          {isAll ? (open?.label ?? 'Sections') : 'More'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map(({ label, to }) => (
          <MenuLink key={to} to={to} params activeOptions={activeIn(to, trialId)} className={classes['item']}>
            {label}
          </MenuLink>
        ))}
        {tabs.length > 0 && actions !== null && <Menu.Divider />}
        {actions}
      </Menu.Dropdown>
    </Menu>
  )
}

const activeIn = (to: string, trialId: number) => ({ exact: to === paths.trial(trialId).to, includeSearch: false })

/** The place of the open tab, also while one of its records is shown; -1 for another page. */
const useOpenTab = (tabs: readonly ShownTab[], trialId: number): number => {
  const isAt = useMatchRoute()
  return tabs.findIndex(({ to }) => isAt({ to, fuzzy: !activeIn(to, trialId).exact }) !== false)
}

type MenuLinkProps = MenuItemProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & { ref?: Ref<HTMLAnchorElement> }

/** An item of a menu that leads to a page of the app. */
const MenuLink = createLink((props: MenuLinkProps) => <Menu.Item component="a" {...props} />)

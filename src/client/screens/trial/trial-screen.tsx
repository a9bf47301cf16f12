import { can } from '#domain/permissions'
import { Skeleton, Stack } from '@mantine/core'
import { getRouteApi, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ForbiddenState } from '../../ui/forbidden-state'
import { QueryView } from '../../ui/query-view'
import { TrialHeader } from './trial-header'
import { TrialPageContext, type TrialPage } from './trial-page'
import { TrialTabList } from './trial-tab-list'
import { TRIAL_TABS } from './trial-tabs'
import { useTrialPageQueries } from './use-trial-page-queries'

const route = getRouteApi('/signed-in/trials/$trialId')

/** `/trials/{id}`: a trial's header, its tabs, and the tab that the address names. */
export function TrialScreen() {
  const trialId = Number(route.useParams().trialId)
  const { trial, permission } = useTrialPageQueries(trialId)
  return (
    <QueryView query={trial} loading={<TrialSkeleton />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<TrialSkeleton />}>
          {(loadedPermission) => <LoadedTrial page={{ trial: loadedTrial, permission: loadedPermission }} />}
        </QueryView>
      )}
    </QueryView>
  )
}

function LoadedTrial({ page }: { page: TrialPage }) {
  const { trial, permission } = page
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const tab = TRIAL_TABS.find(({ link }) => router.buildLocation(link(trial.id)).pathname === pathname)
  useTabAnnouncement(tab?.label, trial.title)
  return (
    <TrialPageContext value={page}>
      <TrialHeader />
      <TrialTabList />
      {tab === undefined || can(permission, tab.needs) ? (
        <Outlet />
      ) : (
        <ForbiddenState>A trial administrator can give you the permission that this page needs.</ForbiddenState>
      )}
    </TrialPageContext>
  )
}

/** Names the tab in the browser's title, and moves the focus to its heading when it replaces another one. */
const useTabAnnouncement = (tab: string | undefined, trialTitle: string) => {
  const previous = useRef(tab)
  useEffect(() => {
    if (tab !== undefined) document.title = `${tab} · ${trialTitle} · Equipoise`
    if (previous.current !== tab) document.getElementById('tab-heading')?.focus({ preventScroll: true })
    previous.current = tab
  }, [tab, trialTitle])
}

function TrialSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height="2.25rem" width="min(36rem, 90%)" />
      <Skeleton height="1.75rem" width="min(24rem, 70%)" />
      <Skeleton height="2.75rem" />
      <Skeleton height="8rem" />
      <Skeleton height="16rem" />
    </Stack>
  )
}

import type { Trial } from '#contract/trials'
import { can } from '#domain/people/permissions'
import { isFinalTrialStatus } from '#domain/trials/trial-status'
import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatch } from '@tanstack/react-router'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { trialPermissionQuery } from '../api/session-queries'
import { trialQuery } from '../api/trial-queries'
import { useAtHand } from '../device/offline/use-at-hand'
import { TrialBar } from '../subjects/trials/trial/trial-bar'
import { TrialBarPlace } from '../subjects/trials/trial/trial-bar-aside'
import { TrialTabList } from '../subjects/trials/trial/trial-tab-list'
import { useChangeStatus } from '../subjects/trials/trial/use-change-status'
import { useDroppedRequest } from '../subjects/trials/trial/use-dropped-request'
import { LOW_SCREEN } from '../ui/media-queries'
import { useIsWide } from '../ui/use-is-wide'
import { BackLink } from './back-link'

const route = getRouteApi('/signed-in/trials/$trialId')

/** The bar of a trial above each of its pages, the same from the server and from this device. */
export function TrialFrame() {
  const { trialId } = route.useParams()
  const { data } = useAtHand(trialQuery(trialId))
  // Loaded by the page below.
  const { data: permission = null } = useQuery({ ...trialPermissionQuery(trialId), enabled: false })
  const isTabPage = useMatch({ from: '/signed-in/trials/$trialId/tabs', shouldThrow: false }) !== undefined
  const trial = data?.answer ?? null
  const bar = (action: ReactNode, menuItems: ReactNode) => (
    <TrialBar
      trialId={trialId}
      trial={trial}
      permission={permission}
      back={<BackLink />}
      tabs={
        isTabPage
          ? trial !== null &&
            permission !== null && <TrialTabList trial={trial} permission={permission} actions={menuItems} />
          : null
      }
      action={action}
    />
  )
  const mayChange =
    isTabPage && data?.source === 'server' && permission !== null && can(permission, 'changeTrialStatus')
  useDroppedRequest(trialId, isTabPage && trial !== null && permission !== null && !mayChange)
  return (
    <TrialBarPlace>
      {mayChange ? (
        <WithChangeStatus key={trialId} trial={data.answer}>
          {bar}
        </WithChangeStatus>
      ) : (
        bar(null, null)
      )}
      {/* The router redraws the same page for another trial: what is typed about one must not be sent about the other. */}
      <Outlet key={`page ${trialId}`} />
    </TrialBarPlace>
  )
}

type WithChangeStatusProps = { trial: Trial; children: (action: ReactNode, menuItems: ReactNode) => ReactNode }

/** The change of a trial's status: a button where there is room, otherwise an item of the menu of the tabs. */
function WithChangeStatus({ trial, children }: WithChangeStatusProps) {
  const { open, button, dialog } = useChangeStatus(trial)
  const isLow = useMediaQuery(LOW_SCREEN, false, { getInitialValueInEffect: false })
  const hasRoom = useIsWide(isLow ? WITH_TABS : FROM_DESK)
  const presentation = {
    leftSection: <IconArrowsExchange size={20} aria-hidden="true" />,
    disabled: isFinalTrialStatus(trial.trial_status_id),
    onClick: open,
    children: 'Change status',
  }
  return (
    <>
      {hasRoom
        ? children(<Button ref={button} variant="default" {...presentation} />, null)
        : children(null, <Menu.Item {...presentation} />)}
      {dialog}
    </>
  )
}

/** The width from which the first line of two has room for the button: 1024 px, in em of 16 px. */
const FROM_DESK = '64em'
/** The width from which one line has room for it beside the tabs: 1280 px, in em of 16 px. */
const WITH_TABS = '80em'

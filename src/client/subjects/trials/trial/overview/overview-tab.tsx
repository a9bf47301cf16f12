import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useToday } from '../../../../device/offline/use-now'
import { trialStatisticsQuery } from '../../../../api/trial-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { BeforeStart } from '../before-start/before-start'
import { SetUpGuide } from '../before-start/set-up-guide'
import { ReopeningWhereAllowed } from '../reopening/reopening-where-allowed'
import { SiteOpenings } from '../sites/site-openings'
import { TabHeading } from '../tab-heading'
import { useFigureSource } from '../use-figure-source'
import { WallViews } from '../wall/wall-views'
import { useTrialPage } from '../trial-page'
import { focusOnElement, useFocusAtHash } from '../use-focus-at-hash'
import { AboutTrial } from './about-trial'
import classes from './overview-tab.module.css'
import { DeviceActions } from './device-actions'
import { QuickStats } from './quick-stats'
import { showsPart } from './shows-part'
import { TrialFigures } from './trial-figures'

/** The state of the trial's recruitment, at one glance. */
export function OverviewTab() {
  const { trial, permission } = useTrialPage()
  const today = useToday(trial.selected_timezone)
  useFocusAtHash(focusOnElement)
  const statistics = useQuery(trialStatisticsQuery(trial.id))
  const source = useFigureSource(statistics.dataUpdatedAt)
  return (
    <div className={classes['overview']}>
      <div>
        <TabHeading>Overview</TabHeading>
        <SetUpGuide />
        <BeforeStart order={3} />
        <ReopeningWhereAllowed />
        <QuickStats
          trial={trial}
          leftOut={statistics.data?.statistics.flagged_left_out ?? 0}
          today={today}
          isBesidePart={statistics.data !== undefined && showsPart(trial, permission, statistics.data.statistics)}
        />
      </div>
      <DeviceActions />
      <SiteOpenings />
      <QueryView query={statistics} loading={<FiguresSkeleton />}>
        {(answer) => <TrialFigures statistics={answer.statistics} today={today} source={source} />}
      </QueryView>
      <WallViews />
      <AboutTrial trial={trial} />
    </div>
  )
}

function FiguresSkeleton() {
  return (
    <div className={classes['figures']} aria-hidden="true">
      <Skeleton height="18rem" className={classes['wide']} />
      <Skeleton height="16rem" />
      <Skeleton height="16rem" />
    </div>
  )
}

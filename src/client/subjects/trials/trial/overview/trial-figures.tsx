import { visibilityOf } from '#domain/people/blinding'
import type { TrialStatistics } from '#contract/trials'
import { Text, Title } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useTrialPage } from '../trial-page'
import { Breakdown } from './breakdown'
import { groupsByFactor } from './groups-by-factor'
import { sumOf } from './largest-rows'
import classes from './overview-tab.module.css'
import { Recruitment } from './recruitment'
import { SiteRecruitment } from './site-recruitment'
import { showsPart } from './shows-part'
import { StudyPackStock } from './study-pack-stock'

type TrialFiguresProps = {
  statistics: TrialStatistics
  today: string
  /** The subject and date of the figures. */
  source: string
}

/** A trial's figures: over time, and by study group, site and stratum, as far as its viewer may see them. */
export function TrialFigures({ statistics, today, source }: TrialFiguresProps) {
  const { trial, permission } = useTrialPage()
  const { study_groups, sites, trial_strata, study_packs, recruitment, site_courses, flagged_left_out } = statistics
  const all = sumOf(sites)
  return (
    <div className={classes['figures']}>
      {showsPart(trial, permission, statistics) && (
        <Text className={classes['wide']}>The figures below are of your sites only.</Text>
      )}
      <div className={classes['wide']}>
        <Recruitment recruitment={recruitment} leftOut={flagged_left_out} today={today} source={source} />
      </div>
      {site_courses.length > 0 && trial.started_on !== null && (
        <div className={classes['wide']}>
          <SiteRecruitment
            courses={site_courses}
            plannedEnd={trial.end_on}
            source={source}
            isPart={permission.role.context === 'site'}
          />
        </div>
      )}
      <div className={classes['breakdowns']}>
        {study_groups.length > 0
          ? groupsByFactor(study_groups).map(({ suffix, groups }) => (
              <Breakdown
                key={suffix}
                title={`By study group${suffix}`}
                source={source}
                of="Study group"
                rows={groups}
                all={all}
                isColoured
              />
            ))
          : visibilityOf(trial) !== 'names' && <NoGroupFigures />}
        <Breakdown
          title="By site"
          source={source}
          of="Site"
          all={all}
          rows={sites.map(({ title, count }) => ({ name: title, count })).sort((a, b) => b.count - a.count)}
        />
        {trial_strata.map(({ id, name, options }) => (
          <Breakdown key={id} title={`By ${name}`} source={source} of={name} rows={options} all={all} />
        ))}
      </div>
      {trial.is_managing_packs && (study_packs.length > 0 || trial.is_site_managing_packs) && (
        <div className={classes['wide']}>
          <StudyPackStock stock={study_packs} />
        </div>
      )}
    </div>
  )
}

function NoGroupFigures() {
  return (
    <section>
      <Title order={3} mb="xs">
        By study group
      </Title>
      <Text c="violet">
        <IconEyeOff size="1.1em" aria-hidden="true" /> Figures by study group are hidden because you are blinded in this
        trial.
      </Text>
    </section>
  )
}

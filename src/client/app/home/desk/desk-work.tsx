import type { Desk } from '#contract/desk'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { deskQuery } from '../../../api/desk-queries'
import { AgeNotice } from '../../../device/offline/age-notice'
import { useAgeOf } from '../../../device/offline/use-at-hand'
import { useIsAway } from '../../../device/offline/use-connection'
import { RecordList } from '../../../ui/record-list'
import { ForYou } from '../for-you/for-you'
import { HomeSection } from '../home-section'
import { decisionItems } from './decision-items'
import { LowStock, SilentSites } from './desk-lists'
import classes from './desk.module.css'
import { RECRUITMENT_COLUMNS } from './recruitment-columns'

/** How often it is refetched while home is open, in milliseconds. */
const POLL_INTERVAL_MS = 60_000

/** The parts of home for people who run trials: decisions beside the trials, their recruitment below. */
export function DeskWork({ children }: { children: ReactNode }) {
  const query = useQuery({ ...deskQuery, refetchInterval: POLL_INTERVAL_MS })
  const { data: desk, isError } = query
  const age = useAgeOf(query)
  const isAway = useIsAway()
  const isMissing = isError || isAway
  return (
    <div className={classes['desk']}>
      <div className={classes['decisions']}>
        <Decisions desk={desk} age={age} isMissing={isMissing} />
      </div>
      <div className={classes['main']}>{children}</div>
      {desk !== undefined && <StateOfTrials desk={desk} />}
      {desk === undefined && !isMissing && (
        <Skeleton className={classes['main'] ?? ''} height="18rem" aria-hidden="true" />
      )}
    </div>
  )
}

type DecisionsProps = {
  desk: Desk | undefined
  /** When they were received, where they cannot be refetched; else null. */
  age: number | null
  isMissing: boolean
}

function Decisions({ desk, age, isMissing }: DecisionsProps) {
  const items = decisionItems(desk?.decisions ?? [])
  return (
    <HomeSection title="Needs a decision" note={items.length === 0 ? undefined : String(items.length)}>
      {age !== null && <AgeNotice asOf={age} />}
      {desk !== undefined ? (
        <ForYou items={items} label="Needs a decision" none="Nothing needs a decision." />
      ) : isMissing ? (
        <Text c="dimmed">This list could not be loaded. It will load when the connection is back.</Text>
      ) : (
        <Skeleton height="4rem" aria-hidden="true" />
      )}
    </HomeSection>
  )
}

function StateOfTrials({ desk: { trials, silent_sites, low_stock } }: { desk: Desk }) {
  return (
    <>
      {trials.length > 0 && (
        <div className={classes['main']}>
          <HomeSection title="Recruitment">
            <RecordList
              label="Recruitment"
              rows={trials}
              keyOf={({ id }) => id}
              columns={RECRUITMENT_COLUMNS}
              isBroad
            />
          </HomeSection>
        </div>
      )}
      <div className={classes['lists']}>
        {silent_sites.length > 0 && (
          <HomeSection title="Silent sites" note="no one randomised for 21 days or more">
            <SilentSites sites={silent_sites} />
          </HomeSection>
        )}
        {low_stock.length > 0 && (
          <HomeSection title="Low stock" note="at or below the alert level">
            <LowStock stocks={low_stock} />
          </HomeSection>
        )}
      </div>
    </>
  )
}

import type { Participant } from '#contract/participants'
import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { scanVerdict, type ScanContext } from '#domain/scan-verdict'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { studyPackQuery, studyPacksQuery } from '../../../../api/study-pack-queries'
import { todayIn } from '../../../../ui/format-time'
import { QueryView } from '../../../../ui/query-view'
import { DispenseSkeleton } from './dispense-skeleton'
import { DispenseStep } from './dispense-step'
import { findPack } from './find-pack'
import { packsToCollect } from '../../packs-to-collect'
import { StopStep } from './stop-step'

export type OwnSite = { id: number; title: string }

type PackStepProps = {
  trial: Trial
  /** What was scanned or typed. */
  asked: string
  meant: Participant | null
  ownSites: readonly OwnSite[]
  onUnsettled: (isUnsettled: boolean) => void
  /** Another pack for the same participant. */
  onAgain: () => void
  onNext: () => void
}

/** The pack that was scanned, as the server knows it now: to be handed out, or a stop. */
export function PackStep(props: PackStepProps) {
  const { trial, asked } = props
  const [today] = useState(() => todayIn(trial.selected_timezone, Date.now()))
  const list = useQuery(studyPacksQuery(trial.id))
  return (
    <QueryView query={list} loading={<DispenseSkeleton />}>
      {(packs) => {
        const found = findPack(packs, asked)
        if (found !== undefined) return <FoundPack {...props} today={today} packId={found.id} />
        // It may have come since the list was fetched.
        return list.isFetching ? <DispenseSkeleton /> : <Judged {...props} today={today} pack={null} />
      }}
    </QueryView>
  )
}

/** How often the pack is asked for while a second person is awaited, in milliseconds. */
const WAITING_MS = 3000

type OnDay = PackStepProps & {
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
}

function FoundPack(props: OnDay & { packId: number }) {
  const { trial, packId } = props
  const pack = useQuery({
    ...studyPackQuery(trial.id, packId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (trial.is_dispense_checked && isUnchecked(state.data) ? WAITING_MS : false),
  })
  // What was known before may be old: a pack is judged by what the server says now.
  if (!pack.isFetchedAfterMount) return <DispenseSkeleton />
  return (
    <QueryView query={pack} loading={<DispenseSkeleton />}>
      {(loaded) => <Judged {...props} pack={loaded} />}
    </QueryView>
  )
}

const isUnchecked = (pack: StudyPack | undefined): boolean => (pack?.checked_by_user ?? null) === null

function Judged(props: OnDay & { pack: StudyPack | null }) {
  const { trial, today, meant, pack, onAgain, onNext, onUnsettled } = props
  const verdict = scanVerdict(pack, contextOf(props))
  // Once it is sent, the step stays: it tells what became of it.
  if (pack !== null) {
    return (
      <DispenseStep
        trial={trial}
        pack={pack}
        today={today}
        meant={meant}
        verdict={verdict}
        onUnsettled={onUnsettled}
        onAgain={onAgain}
        onNext={onNext}
      />
    )
  }
  return <StopStep trial={trial} pack={null} today={today} meant={meant} verdict={verdict} onAgain={onAgain} />
}

const contextOf = ({ trial, asked, today, meant, ownSites }: OnDay): ScanContext => ({
  asked,
  today,
  sites: trial.sites,
  // The list of one's sites leaves out those that take part no more; packs may still lie there.
  own_site_ids: [...ownSites, ...trial.sites.filter((site) => site.is_deleted)].map(({ id }) => id),
  meant:
    meant === null
      ? null
      : {
          id: meant.id,
          trial_sequence_no: meant.trial_sequence_no,
          site_id: meant.site.id,
          pack_ids: packsToCollect(meant),
        },
})

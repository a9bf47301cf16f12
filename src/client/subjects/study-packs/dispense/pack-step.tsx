import { scanVerdict, type ScanContext } from '#domain/study-packs/scan-verdict'
import { studyPackTarget } from '#offline/targets'
import { AgeNotice } from '../../../device/offline/age-notice'
import { useServerNow } from '../../../device/offline/use-now'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { useOutboxPart, useWaitingForOther } from '../../../device/outbox/use-outbox'
import { todayIn } from '../../../ui/format-time'
import { QueryView } from '../../../device/offline/query-view'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { useScanSignal } from '../scanning/use-scan-signal'
import type { Inventory } from '../use-inventory'
import type { Following } from './after-dispensing'
import { offlineStop, othersStop, refusedStop, waitingStop, type Stop } from './device-stop'
import { DispenseSkeleton } from './dispense-skeleton'
import { DispenseStep } from './dispense-step'
import { findPack } from './find-pack'
import type { IntendedRecipient } from './intended-recipient'
import { StopStep } from './stop-step'
import { useCurrentPack, type CurrentPack } from './use-current-pack'
import { useNextPack } from './use-next-pack'

export type OwnSite = { id: number; title: string }

type PackStepProps = {
  trial: PacksTrial
  inventory: Inventory
  /** Whether the packs are being fetched. */
  isFetching: boolean
  /** Whether they cannot be fetched again from the server. */
  isUnconfirmed: boolean
  /** The scanned or typed text. */
  entered: string
  recipient: IntendedRecipient | null
  ownSites: readonly OwnSite[]
  /** Whether it was scanned on this screen, and not opened by its address. */
  isScanned: boolean
  following: Omit<Following, 'next'>
  onUnsettled: (isUnsettled: boolean) => void
  onRecorded: (packId: string) => void
}

/** The scanned pack, by the latest data: to be dispensed, or a stop. */
export function PackStep(props: PackStepProps) {
  const { trial, inventory, isFetching, isUnconfirmed, entered } = props
  const today = todayIn(trial.selected_timezone, useServerNow())
  const listedPack = findPack(inventory.packs, entered)
  if (listedPack !== undefined) return <FoundPack {...props} today={today} listed={listedPack} />
  // The pack may have been added since the last fetch.
  if (isFetching && !isUnconfirmed) return <DispenseSkeleton />
  return (
    <>
      {isUnconfirmed && <AgeNotice asOf={inventory.as_of} />}
      <UnknownPack {...props} today={today} />
    </>
  )
}

type OnDay = PackStepProps & {
  /** The current day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
}

function UnknownPack(props: OnDay) {
  const { trial, today, recipient, isScanned, following } = props
  useScanSignal(isScanned ? 'wrong' : null)
  return (
    <StopStep
      trial={trial}
      pack={null}
      today={today}
      recipient={recipient}
      stop={scanVerdict(null, contextOf(props))}
      onScanAnother={following.onScanAnother}
    />
  )
}

function FoundPack(props: OnDay & { listed: PackFromServerOrStore }) {
  const { trial, inventory, listed } = props
  const { currentPack, query } = useCurrentPack(trial, { pack: listed, as_of: inventory.as_of })
  if (currentPack !== null) return <JudgedPack {...props} currentPack={currentPack} />
  return (
    <QueryView query={query} loading={<DispenseSkeleton />}>
      {() => <DispenseSkeleton />}
    </QueryView>
  )
}

function JudgedPack(props: OnDay & { currentPack: CurrentPack }) {
  const { trial, inventory, today, recipient, currentPack, isScanned, following, onUnsettled, onRecorded } = props
  const own = useOutboxPart((outbox) => outbox.own)
  const { pack, as_of } = currentPack
  const now = useNowForAges(as_of)
  const isUnconfirmed = !currentPack.isConfirmedByServer && !currentPack.isRefetching
  const waitsFor = useWaitingForOther(studyPackTarget(pack.id))
  const next = useNextPack(trial, inventory, pack, contextOf(props))
  const stop =
    waitingStop(pack, own) ??
    verdictStop(pack, contextOf(props)) ??
    refusedStop(pack, own) ??
    othersStop(pack, waitsFor) ??
    (isUnconfirmed ? offlineStop(currentPack, { trial, now, today }) : null)
  return (
    <>
      {isUnconfirmed && <AgeNotice asOf={as_of} />}
      <DispenseStep
        trial={trial}
        currentPack={currentPack}
        today={today}
        recipient={recipient}
        stop={stop}
        isScanned={isScanned}
        following={{ ...following, next }}
        onUnsettled={onUnsettled}
        onRecorded={onRecorded}
      />
    </>
  )
}

const verdictStop = (pack: PackFromServerOrStore, context: ScanContext): Stop | null => {
  const verdict = scanVerdict(pack, context)
  return verdict.kind === 'right' ? null : verdict
}

const contextOf = ({ trial, entered, today, recipient, ownSites }: OnDay): ScanContext => ({
  entered,
  today,
  sites: trial.sites,
  is_site_managing_packs: trial.is_site_managing_packs,
  // The viewer's list lacks sites that no longer take part; packs may still be there.
  own_site_ids: [...ownSites, ...trial.sites.filter((site) => site.is_deleted)].map(({ id }) => id),
  recipient: recipient === null ? null : { ...recipient, site_id: recipient.site.id },
})

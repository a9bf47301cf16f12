import { packsAfter } from '#offline/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { participantQuery, participantsSnapshotQuery } from '../../../api/participant-queries'
import { useBusyWhile } from '../../../browser/busy'
import { AgeNotice } from '../../../device/offline/age-notice'
import { useAtHandOr } from '../../../device/offline/use-at-hand'
import { Announced } from '../../../ui/announced'
import { useWedgeScanner } from '../scanning/use-wedge-scanner'
import { QueryView, type ShownQuery } from '../../../device/offline/query-view'
import type { PacksTrial } from '../pack-from-server-or-store'
import { FROM_QUEUE, useIsFromQueue } from '../queue/from-queue'
import { useInventory, type Inventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import type { Followed } from './after-dispensing'
import { DispenseSkeleton } from './dispense-skeleton'
import { DispensedBefore } from './dispensed-before'
import { DispensedStep } from './dispensed-step'
import { recipientFromServer, recipientFromStore, type IntendedRecipient } from './intended-recipient'
import { PackStep, type OwnSite } from './pack-step'
import { ScanStep } from './scan-step'
import { DISPENSING } from './use-digits-check'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/dispense')

type DispensePacksProps = { trial: PacksTrial; ownSites: readonly OwnSite[] }

/**
 * Scan, compare, three digits, done, the next one. The address has the pack, and the participant from whose page it was
 * begun.
 */
export function DispensePacks({ trial, ownSites }: DispensePacksProps) {
  const { participant } = route.useSearch()
  const { query: packs, inventory, isUnconfirmed } = useInventory(trial.id)
  const { recipient, query: participantQuery } = useRecipient(trial, participant, inventory)
  const isRecipientMissing = participant !== undefined && recipient === null
  if (inventory === null || isRecipientMissing) {
    const query: ShownQuery = isRecipientMissing ? participantQuery : packs
    return (
      <QueryView query={query} loading={<DispenseSkeleton />}>
        {() => <DispenseSkeleton />}
      </QueryView>
    )
  }
  return (
    <Dispensing
      trial={trial}
      ownSites={ownSites}
      inventory={inventory}
      isFetching={packs.isFetching}
      isUnconfirmed={isUnconfirmed}
      recipient={recipient}
    />
  )
}

/** The participant from whose page it was begun: as the server shows them, or as this device stores them with their packs. */
const useRecipient = (trial: PacksTrial, participant: string | undefined, inventory: Inventory | null) => {
  const id = Number(participant)
  const fromServer = useQuery({ ...participantQuery(trial.id, id), enabled: participant !== undefined })
  const query = useAtHandOr(fromServer, participantsSnapshotQuery(trial.id), ({ data }) =>
    data.find((one) => one.id === id),
  )
  const found = query.data
  const dispensed = usePacksDispensedHere(inventory?.as_of ?? 0)
  const recipient = (): IntendedRecipient | null => {
    if (found?.source === 'server') return recipientFromServer(found.answer)
    if (found?.answer === undefined || inventory === null) return null
    return recipientFromStore(found.answer, trial, packsAfter(inventory.packs, dispensed))
  }
  return { recipient: participant === undefined ? null : recipient(), query: fromServer }
}

type DispensingProps = DispensePacksProps & {
  inventory: Inventory
  isFetching: boolean
  isUnconfirmed: boolean
  recipient: IntendedRecipient | null
}

function Dispensing({ trial, ownSites, inventory, isFetching, isUnconfirmed, recipient }: DispensingProps) {
  const { pack, participant } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [isUnsettled, setIsUnsettled] = useState(false)
  const [isCameraOn, setIsCameraOn] = useState(false)
  // Counts the scans, so that the same pack scanned again is checked again.
  const [scans, setScans] = useState(0)
  const [scanned, setScanned] = useState<string | null>(null)
  const [recordedPack, setRecordedPack] = useState<string | null>(null)
  const [followed, setFollowed] = useState<Followed | null>(null)
  const isFromQueue = useIsFromQueue()
  useBusyWhile('wizard', pack !== undefined)

  /** A participant who has received all packs is not the one for whom the next pack is scanned. */
  const hasMoreToCollect = recordedPack === null || (recipient?.pack_ids.some((id) => id !== recordedPack) ?? false)
  const open = (next: string | null, { isScan = false, keepsParticipant = hasMoreToCollect } = {}) => {
    setScans((count) => count + 1)
    setScanned(isScan ? next : null)
    setRecordedPack(null)
    setFollowed(null)
    void navigate({
      state: { isFromQueue: isFromQueue && next !== null },
      search: {
        ...(next === null ? {} : { pack: next }),
        ...(participant === undefined || !keepsParticipant ? {} : { participant }),
      },
    })
  }
  /** The next pack replaces the dispensed one, to which Back does not lead. */
  const follow = (dispensed: Followed) => {
    setRecordedPack(null)
    setFollowed(dispensed)
    void navigate({ search: { pack: dispensed.next.pack_id }, state: FROM_QUEUE, replace: true })
  }
  const scan = (text: string) => {
    // A dispense in progress is settled first. After it is recorded, the refetch of the lists delays no scan.
    const isSettling = recordedPack === null && followed === null && client.isMutating({ mutationKey: DISPENSING }) > 0
    if (isUnsettled || isSettling) return
    open(text, { isScan: true })
  }
  useWedgeScanner(scan)

  const following = {
    isCameraOn,
    onCamera: setIsCameraOn,
    onScan: scan,
    onScanAnother: () => open(null),
    onNext: (next: string) => open(next, { keepsParticipant: recipient?.pack_ids.includes(next) ?? false }),
    onFollow: isFromQueue && !isCameraOn ? follow : null,
    hasFollowed: followed !== null,
  }

  if (pack === undefined && followed !== null)
    return <DispensedStep trial={trial} {...followed} following={{ ...following, next: followed.next }} />

  if (pack === undefined) {
    return (
      <>
        {isUnconfirmed && <AgeNotice asOf={inventory.as_of} />}
        <ScanStep
          trial={trial}
          recipient={recipient}
          isCameraOn={isCameraOn}
          takesFocus={scans > 0}
          onCamera={setIsCameraOn}
          onScan={scan}
        />
      </>
    )
  }
  return (
    <>
      <Announced>
        {followed !== null && recordedPack === null && (
          <DispensedBefore
            trial={trial}
            before={followed}
            nextPackId={followed.next.pack_id}
            onStop={() => void navigate({ search: {} })}
          />
        )}
      </Announced>
      <PackStep
        key={`${pack} ${scans}`}
        trial={trial}
        inventory={inventory}
        isFetching={isFetching}
        isUnconfirmed={isUnconfirmed}
        entered={pack}
        recipient={recipient}
        ownSites={ownSites}
        onUnsettled={setIsUnsettled}
        isScanned={scanned === pack}
        onRecorded={setRecordedPack}
        following={following}
      />
    </>
  )
}

import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { participantQuery } from '../../../../api/participant-queries'
import { dispenseSearch } from '../../../../app/screen-search'
import { useBusyWhile } from '../../../../app/update/use-busy-while'
import { useWedgeScanner } from '../../../../scanning/use-wedge-scanner'
import { QueryView } from '../../../../ui/query-view'
import { DispenseSkeleton } from './dispense-skeleton'
import { PackStep, type OwnSite } from './pack-step'
import { ScanStep } from './scan-step'
import { DISPENSING } from './use-dispense'

const route = getRouteApi('/signed-in/trials/$trialId/study-packs/dispense')

/** Scan, look, three digits, done, the next one. The address holds which pack it is, and whose page it was begun from. */
export function DispensePacks({ trial, ownSites }: { trial: Trial; ownSites: readonly OwnSite[] }) {
  const { participant } = route.useSearch({ select: dispenseSearch.validate })
  const meant = useQuery({ ...participantQuery(trial.id, Number(participant)), enabled: participant !== undefined })
  const [isCameraOn, setIsCameraOn] = useState(false)
  // Counts the scans, so that the same pack scanned anew is looked at anew.
  const [scans, setScans] = useState(0)
  const props = {
    trial,
    ownSites,
    isCameraOn,
    scans,
    onCamera: setIsCameraOn,
    onStep: () => setScans((count) => count + 1),
  }
  if (participant === undefined) return <Dispensing {...props} meant={null} />
  return (
    <QueryView query={meant} loading={<DispenseSkeleton />}>
      {(loaded) => <Dispensing {...props} meant={loaded} />}
    </QueryView>
  )
}

type DispensingProps = {
  trial: Trial
  ownSites: readonly OwnSite[]
  meant: Participant | null
  isCameraOn: boolean
  scans: number
  onCamera: (isOn: boolean) => void
  onStep: () => void
}

function Dispensing({ trial, ownSites, meant, isCameraOn, scans, onCamera, onStep }: DispensingProps) {
  const { pack, participant } = route.useSearch({ select: dispenseSearch.validate })
  const navigate = route.useNavigate()
  const isSending = useIsMutating({ mutationKey: DISPENSING }) > 0
  const [isUnsettled, setIsUnsettled] = useState(false)
  useBusyWhile('wizard', pack !== undefined)

  const scan = (text: string) => {
    // What is being sent, or may have been, is settled first.
    if (isSending || isUnsettled) return
    onStep()
    void navigate({ search: { pack: text, ...(participant === undefined ? {} : { participant }) } })
  }
  useWedgeScanner(scan)

  if (pack === undefined) {
    return <ScanStep meant={meant} isCameraOn={isCameraOn} takesFocus={scans > 0} onCamera={onCamera} onScan={scan} />
  }
  return (
    <PackStep
      key={`${pack} ${scans}`}
      trial={trial}
      asked={pack}
      meant={meant}
      ownSites={ownSites}
      onUnsettled={setIsUnsettled}
      onAgain={() => {
        onStep()
        void navigate({ search: participant === undefined ? {} : { participant } })
      }}
      onNext={() => {
        onStep()
        void navigate({ search: {} })
      }}
    />
  )
}

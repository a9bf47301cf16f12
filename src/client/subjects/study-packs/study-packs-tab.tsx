import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { asOf } from '../../api/answer-at-hand'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { StaleView } from '../../device/offline/stale-view'
import { useAtHand } from '../../device/offline/use-at-hand'
import { ListSkeleton } from '../../ui/list-skeleton'
import { TabHeading } from '../trials/trial/tab-heading'
import { isWholeTrial, useTrialAtHand } from '../trials/trial/trial-page'
import { FoundPacks } from './found-packs'
import { PACK_TOOLS, PackTools } from './list/pack-tools'
import { PackTabActions } from './pack-tab-actions'
import { PacksGuard } from './packs-guard'

/** The study packs that the viewer reaches, by batch. Search and filters are in the address. */
export function StudyPacksTab() {
  return (
    <PacksGuard>
      <StudyPacks />
    </PacksGuard>
  )
}

function StudyPacks() {
  const { trial } = useTrialAtHand()
  const [isManaging, setIsManaging] = useState(false)
  const packs = useAtHand(studyPacksQuery(trial.id))
  const isStored = packs.data?.source === 'device' || !isWholeTrial(trial)
  const manage = (isBegun: boolean) => {
    setIsManaging(isBegun)
    // From then on the list and its actions share the screen.
    if (isBegun) document.getElementById(PACK_TOOLS)?.scrollIntoView({ block: 'start' })
  }
  const actions = <PackTabActions isStored={isStored} isManaging={isManaging} onManage={manage} />
  return (
    <>
      <VisuallyHidden component="div">
        <TabHeading>Study packs</TabHeading>
      </VisuallyHidden>
      {packs.data === undefined && <PackTools>{actions}</PackTools>}
      <StaleView query={packs} loading={<ListSkeleton columns={6} />}>
        {(shown) => (
          <FoundPacks
            batches={shown.answer.data}
            asOf={asOf(shown)}
            isStored={isStored}
            isManaging={isManaging && !isStored}
            actions={actions}
          />
        )}
      </StaleView>
    </>
  )
}

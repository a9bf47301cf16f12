import { isByList } from '#domain/trials/trial-methods'
import { SimulateLink } from '../simulate-link'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { ArchiveSection } from './archive-section'
import { GuessabilitySection } from './guessability-section'
import { LedgerSection } from './ledger-section'
import classes from './proof-tab.module.css'
import { RevealSection } from './reveal-section'
import { StartNonceSection } from './start-nonce-section'
import { CopyableId } from '../../../../ui/copyable-id'
import { ProofSection } from './proof-section'

/** The proofs that no allocation was foreseen or changed, and how easy they are to guess. */
export function ProofTab() {
  const { trial } = useTrialPage()
  return (
    <>
      <TabHeading actions={<SimulateLink />}>Proof</TabHeading>
      <div className={classes['sections']}>
        <CommitmentSection commitment={trial.commitment} />
        <StartNonceSection trial={trial} />
        <LedgerSection trial={trial} />
        <RevealSection trial={trial} />
        <ArchiveSection />
        {isByList(trial) ? <ListNotSimulated /> : <GuessabilitySection trialId={trial.id} />}
      </div>
    </>
  )
}

function ListNotSimulated() {
  return (
    <ProofSection title="Guessability">
      <p className={classes['words']}>
        Study groups come from an uploaded list. How it was made is not known here, so nothing is simulated. The tab
        List has its commitment.
      </p>
    </ProofSection>
  )
}

/** What was promised before the first allocation. */
function CommitmentSection({ commitment }: { commitment: string }) {
  return (
    <ProofSection title="Commitment">
      <p className={classes['words']}>
        All allocations of this trial come from one secret number, the seed. It was drawn when the trial was created. No
        one sees it until it is revealed. The commitment is a fingerprint of the seed (SHA-256). It does not give the
        seed away, and no other seed has the same commitment. Once the seed is revealed, anyone can check that it was
        there from the start. Keep a copy of the commitment outside this service, for example in the protocol.
      </p>
      <CopyableId value={commitment} label="Commitment" />
    </ProofSection>
  )
}

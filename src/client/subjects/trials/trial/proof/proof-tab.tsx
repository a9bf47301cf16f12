import { SimulateLink } from '../simulate-link'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { ArchiveSection } from './archive-section'
import { CommitmentSection } from './commitment-section'
import { GuessabilitySection } from './guessability-section'
import { LedgerSection } from './ledger-section'
import classes from './proof-tab.module.css'
import { RevealSection } from './reveal-section'
import { StartNonceSection } from './start-nonce-section'

/** How anybody can check that no allocation was foreseen or changed, and how easy they are to guess. */
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
        <GuessabilitySection trialId={trial.id} />
      </div>
    </>
  )
}

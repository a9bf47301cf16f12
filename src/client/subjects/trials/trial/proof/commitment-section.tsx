import { CopyableId } from '../../../../ui/copyable-id'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'

/** What was promised before the first allocation. */
export function CommitmentSection({ commitment }: { commitment: string }) {
  return (
    <ProofSection title="Commitment">
      <p className={classes['words']}>
        All allocations of this trial come from one secret number, the seed. It was drawn when the trial was created. No
        one sees it until it is revealed. The commitment is a fingerprint of the seed (SHA-256). It does not give the
        seed away, and no other seed has the same commitment. Once the seed is revealed, anyone can check that it was
        there from the start. Keep a copy of the commitment outside this service, for example in the protocol.
      </p>
      <CopyableId value={commitment} what="Commitment" />
    </ProofSection>
  )
}

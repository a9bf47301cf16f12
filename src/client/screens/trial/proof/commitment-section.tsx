import { CopyableId } from '../../../ui/copyable-id'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'

/** What was promised before the first allocation. */
export function CommitmentSection({ commitment }: { commitment: string }) {
  return (
    <ProofSection title="Commitment">
      <p className={classes['words']}>
        Every allocation of this trial follows from one secret number, its seed, which was drawn when the trial was
        created and is seen by nobody until it is revealed. The commitment is a fingerprint of that seed (SHA-256). It
        gives nothing away, but no other seed has it: once the seed is revealed, everybody can check that it is the one
        that was there from the start. Keep a copy of it outside this service, for instance in the protocol.
      </p>
      <CopyableId value={commitment} what="Commitment" />
    </ProofSection>
  )
}

import { Button, Text } from '@mantine/core'
import { IconArrowRight, IconBarcode, IconSend, IconUser } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { paths } from '../../../paths'
import type { DispenseOutcome } from '../../../safety-words'
import { LinkButton } from '../../../ui/link-button'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import type { PackToDispense } from '../queue/packs-to-dispense'
import classes from './dispense.module.css'
import type { DispenseReceipt } from './dispense-attempt'
import { isSamePackId } from './find-pack'

const CameraScanner = lazy(async () => {
  const { CameraScanner } = await import('../scanning/camera-scanner')
  return { default: CameraScanner }
})

/** A pack that was dispensed on this page, and its receipt. */
export type DispensedPack = { pack: PackFromServerOrStore; receipt: DispenseReceipt }

/** A pack that was dispensed from the queue, and the next one. */
export type Followed = DispensedPack & { next: PackToDispense }

/** The possible next steps after a dispensed pack. */
export type Following = {
  /** The next one of the queue; null where none waits. */
  next: PackToDispense | null
  /** Whether the camera stays on: the next label is read without a press. */
  isCameraOn: boolean
  onNext: (packId: string) => void
  /** Opens the next one without a press; null where the person opens each. */
  onFollow: ((followed: Followed) => void) | null
  /** Whether this pack has itself followed another. */
  hasFollowed: boolean
  onScanAnother: () => void
  onScan: (text: string) => void
  onCamera: (isOn: boolean) => void
}

type AfterDispensingProps = {
  trial: PacksTrial
  pack: PackFromServerOrStore
  outcome: DispenseOutcome
  following: Following
}

/** The next pack: from the queue, or by a scan. */
export function AfterDispensing({ trial, pack: { pack_id, participant }, outcome, following }: AfterDispensingProps) {
  const { next, isCameraOn, onNext, onScanAnother, onScan, onCamera } = following
  return (
    <>
      {isCameraOn && (
        <Suspense fallback={<Text>Starting the camera.</Text>}>
          <CameraScanner
            isIgnored={(text) => isSamePackId(text, pack_id)}
            onScan={onScan}
            onClose={() => onCamera(false)}
          />
        </Suspense>
      )}
      <div className={classes['buttons']}>
        {next !== null && <NextButton next={next} onNext={onNext} />}
        <Button
          size={next === null ? 'xl' : 'lg'}
          variant={next === null ? 'filled' : 'default'}
          leftSection={<IconBarcode size={next === null ? 28 : 20} aria-hidden="true" />}
          onClick={onScanAnother}
        >
          Scan another pack
        </Button>
        {(outcome === 'refused' || outcome === 'missing') && (
          <LinkButton
            {...paths.outbox()}
            size="lg"
            variant="default"
            leftSection={<IconSend size={20} aria-hidden="true" />}
          >
            {outcome === 'refused' ? 'Correct or discard it in the outbox' : 'See the outbox'}
          </LinkButton>
        )}
        {participant?.id !== undefined && (
          <LinkButton
            {...paths.participant(trial.id, participant.id)}
            size="lg"
            variant="default"
            leftSection={<IconUser size={20} aria-hidden="true" />}
          >
            See participant {participant.trial_sequence_no}
          </LinkButton>
        )}
      </div>
    </>
  )
}

function NextButton({ next: pack, onNext }: { next: PackToDispense; onNext: (packId: string) => void }) {
  return (
    <>
      <Text id="next-in-the-queue">
        Next in the queue: participant <span className="identifier">{pack.participant.trial_sequence_no}</span>
        {pack.site !== null && `, ${pack.site.title}`}
      </Text>
      <Button
        size="xl"
        variant="filled"
        aria-describedby="next-in-the-queue"
        leftSection={<IconArrowRight size={28} aria-hidden="true" />}
        onClick={() => onNext(pack.pack_id)}
      >
        <span>
          Next pack <span className={`identifier ${classes['id-on-button']}`}>{pack.pack_id}</span>
        </span>
      </Button>
    </>
  )
}

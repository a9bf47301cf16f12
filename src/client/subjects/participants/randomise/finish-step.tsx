import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import type { EffectivePermission } from '#domain/people/permissions'
import { Button, Group } from '@mantine/core'
import { IconListDetails, IconPackageExport, IconPrinter, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../../paths'
import { RANDOMISED } from '../../../safety-words'
import { Barcode } from '../../../ui/barcode'
import { Instant } from '../../../ui/instant'
import { LinkButton } from '../../../ui/link-button'
import { StudyGroupName } from '../../../ui/study-group-name'
import { mayDispense } from '../../trials/trial/may-dispense'
import classes from './finish-step.module.css'
import { WizardStep } from './wizard-step'

type FinishStepProps = { trial: Trial; permission: EffectivePermission; participants: readonly Participant[] }

/** The last step: the allocation, readable across a room, printable, and shown again after a reload. */
export function FinishStep({ trial, permission, participants }: FinishStepProps) {
  const [participant] = participants
  const isToDispense = participant !== undefined && mayDispense(trial, permission, participant)
  return (
    <WizardStep step="Finish" title={RANDOMISED} takesFocus>
      <Allocation trial={trial} allocated={participants} />
      <Group gap="sm" className="no-print">
        <Button
          size="lg"
          leftSection={<IconPrinter size={20} aria-hidden="true" />}
          variant="default"
          onClick={() => print()}
        >
          Print
        </Button>
        {isToDispense && (
          <LinkButton
            {...paths.dispense(trial.id, { participant: participant.id })}
            size="lg"
            leftSection={<IconPackageExport size={20} aria-hidden="true" />}
          >
            Dispense
          </LinkButton>
        )}
        <LinkButton
          {...paths.participants(trial.id)}
          size="lg"
          variant={isToDispense ? 'default' : 'filled'}
          leftSection={<IconListDetails size={20} aria-hidden="true" />}
        >
          See the participants
        </LinkButton>
        <LinkButton
          {...paths.randomise(trial.id)}
          search={{}}
          size="lg"
          variant="default"
          leftSection={<IconUserPlus size={20} aria-hidden="true" />}
        >
          Randomise another
        </LinkButton>
      </Group>
    </WizardStep>
  )
}

/** One participant; in a factorial trial with a group and a pack for each factor. */
function Allocation({ trial, allocated }: { trial: Trial; allocated: readonly Participant[] }) {
  const [participant] = allocated
  if (participant === undefined) return null
  const { trial_sequence_no, participant_id, site, created_at } = participant
  const groups = new Map(allocated.map(({ study_group }) => [study_group.name, study_group]))
  const packs = allocated.flatMap(({ study_pack }) => study_pack ?? [])
  return (
    <dl className={classes['allocation']}>
      <Fact term="Sequence number" isLarge>
        <span className="identifier">{trial_sequence_no}</span>
      </Fact>
      {[...groups.values()].map((group) => (
        <Fact key={group.name} term="Study group" isLarge>
          <StudyGroupName group={group} />
        </Fact>
      ))}
      {packs.map(({ id, pack_id }) => (
        <Fact key={id} term="Study pack to collect" isLarge>
          <span className="identifier">{pack_id}</span>
          <Barcode text={pack_id} />
        </Fact>
      ))}
      {participant_id !== null && (
        <Fact term={participantIdLabel(trial)}>
          <span className="identifier">{participant_id}</span>
        </Fact>
      )}
      <Fact term="Site">{site.title}</Fact>
      <Fact term="Time">
        <Instant at={created_at} zone={trial.selected_timezone} />
      </Fact>
      <Fact term="Trial">{trial.title}</Fact>
    </dl>
  )
}

function Fact({ term, isLarge = false, children }: { term: string; isLarge?: boolean; children: ReactNode }) {
  return (
    <div data-large={isLarge || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

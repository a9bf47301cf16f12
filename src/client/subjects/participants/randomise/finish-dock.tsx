import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { Button } from '@mantine/core'
import { IconPackageExport, IconPrinter, IconUser, IconUserPlus } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { mayDispense } from '../../trials/trial/may-dispense'
import classes from './finish-step.module.css'

type FinishDockProps = {
  trial: Trial
  permission: EffectivePermission
  participant: Participant
  packs: readonly NonNullable<Participant['study_pack']>[]
}

/** The next step, within reach of a thumb: dispensing for people who may, else the next participant. */
export function FinishDock({ trial, permission, participant, packs }: FinishDockProps) {
  const isToDispense = mayDispense(trial, permission, participant)
  return (
    <div className={`${classes['dock']} no-print`}>
      {isToDispense && <DispenseButton trial={trial} participant={participant} packs={packs} />}
      <LinkButton
        {...paths.randomise(trial.id)}
        search={{}}
        size={isToDispense ? 'lg' : 'xl'}
        variant={isToDispense ? 'default' : 'filled'}
        className={isToDispense ? undefined : classes['primary']}
        leftSection={<IconUserPlus size={22} aria-hidden="true" />}
      >
        Randomise another participant
      </LinkButton>
      <Button
        size="lg"
        variant="default"
        className={classes['print'] ?? ''}
        leftSection={<IconPrinter size={22} aria-hidden="true" />}
        onClick={() => print()}
      >
        Print
      </Button>
      {!isToDispense && (
        <LinkButton
          {...paths.participant(trial.id, participant.id)}
          size="lg"
          variant="default"
          leftSection={<IconUser size={22} aria-hidden="true" />}
        >
          See participant {participant.trial_sequence_no}
        </LinkButton>
      )}
    </div>
  )
}

/** Leads to the only pack; with several, the scanner opens first. */
function DispenseButton({ trial, participant, packs }: Omit<FinishDockProps, 'permission'>) {
  const [first, ...others] = packs
  if (first === undefined) return null
  const begun = { participant: participant.id, ...(others.length === 0 && { pack: first.pack_id }) }
  return (
    <LinkButton
      {...paths.dispense(trial.id, begun)}
      size="xl"
      variant="filled"
      className={classes['primary']}
      leftSection={<IconPackageExport size={24} aria-hidden="true" />}
    >
      <span>
        {others.length === 0 ? 'Dispense pack ' : 'Dispense packs '}
        {packs.map(({ id, pack_id }, place) => (
          <span key={id}>
            {place > 0 && ' and '}
            <span className={`identifier ${classes['id-on-button']}`}>{pack_id}</span>
          </span>
        ))}
      </span>
    </LinkButton>
  )
}

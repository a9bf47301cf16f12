import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import type { EffectivePermission } from '#domain/people/permissions'
import { VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { RANDOMISED } from '../../../safety-words'
import { Instant } from '../../../ui/instant'
import { AllocatedGroup } from './allocated-group'
import { AllocatedPack } from './allocated-pack'
import { FinishDock } from './finish-dock'
import classes from './finish-step.module.css'
import { WizardStep } from './wizard-step'

type FinishStepProps = { trial: Trial; permission: EffectivePermission; participants: readonly Participant[] }

/** The last step: the allocation on one screen, readable across a room, printable, and shown again after a reload. In a factorial trial it has a group and a pack for each factor. */
export function FinishStep({ trial, permission, participants }: FinishStepProps) {
  const [participant] = participants
  if (participant === undefined) return null
  const groups = [...new Map(participants.map(({ study_group }) => [study_group.name, study_group])).values()]
  const packs = participants.flatMap(({ study_pack }) => study_pack ?? [])
  return (
    <WizardStep
      step="Finish"
      title={RANDOMISED}
      titleIcon={
        <span className={classes['done']}>
          <IconCheck size={26} stroke={2.5} aria-hidden="true" />
        </span>
      }
      titleFacts={
        <Circumstances
          trial={trial}
          participant={participant}
          isSiteSaidBelow={packs.length > 0 && trial.is_site_managing_packs}
        />
      }
      takesFocus
      isBroad
    >
      <div className={classes['allocation']}>
        <dl className={classes['numbers']}>
          {participant.participant_id !== null && (
            <div>
              <dt>{participantIdLabel(trial)}</dt>
              <dd className="identifier">{participant.participant_id}</dd>
            </div>
          )}
          <div>
            <dt>Sequence number</dt>
            <dd className="identifier">{participant.trial_sequence_no}</dd>
          </div>
        </dl>
        <AllocatedGroup groups={groups} />
        <div className={classes['packs']}>
          {packs.map((pack) => (
            <AllocatedPack
              key={pack.id}
              trial={trial}
              permission={permission}
              participant={participant}
              pack={pack}
              isOneOfSeveral={packs.length > 1}
            />
          ))}
        </div>
      </div>
      <ReadOut participant={participant} groups={groups} packs={packs} />
      <FinishDock trial={trial} permission={permission} participant={participant} packs={packs} />
    </WizardStep>
  )
}

type CircumstancesProps = { trial: Trial; participant: Participant; isSiteSaidBelow: boolean }

/** The time, site and answers. Screen readers also hear the terms. */
function Circumstances({ trial, participant, isSiteSaidBelow }: CircumstancesProps) {
  const { created_at, site, strata = [] } = participant
  return (
    <dl className={classes['circumstances']}>
      <div>
        <VisuallyHidden component="dt">Time</VisuallyHidden>
        <dd>
          <Instant at={created_at} zone={trial.selected_timezone} />
        </dd>
      </div>
      <div data-said-below={isSiteSaidBelow || undefined}>
        <VisuallyHidden component="dt">Site</VisuallyHidden>
        <dd>{site.title}</dd>
      </div>
      {strata.map(({ stratum, option }) => (
        <div key={stratum}>
          <VisuallyHidden component="dt">{stratum}</VisuallyHidden>
          <dd>{option}</dd>
        </div>
      ))}
    </dl>
  )
}

type ReadOutProps = {
  participant: Participant
  groups: readonly Participant['study_group'][]
  packs: readonly NonNullable<Participant['study_pack']>[]
}

/** The group and pack for a screen reader, which ignores a region that appears with its text. */
function ReadOut({ participant: { trial_sequence_no }, groups, packs }: ReadOutProps) {
  const isMounted = useMounted()
  const sentences = [
    `Participant ${trial_sequence_no}.`,
    `Study group: ${groups.map(({ name }) => name).join(' and ')}.`,
    ...(packs.length > 0 ? [`Study pack to collect: ${packs.map(({ pack_id }) => pack_id).join(' and ')}.`] : []),
  ]
  return (
    <VisuallyHidden component="output" className="no-print">
      {isMounted && sentences.join(' ')}
    </VisuallyHidden>
  )
}

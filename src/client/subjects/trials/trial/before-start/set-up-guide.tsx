import { can, type TrialCapability } from '#domain/people/permissions'
import { setUpSteps, type SetUpStep } from '#domain/trials/set-up-steps'
import { isByList } from '#domain/trials/trial-methods'
import { mayChangeTrialStatus, PAUSED, STARTED } from '#domain/trials/trial-status'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleDotted } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../../../../api/trial-queries'
import { paths } from '../../../../paths'
import { TextLink } from '../../../../ui/link-button'
import { START_CHECK } from '../places'
import { requestStatusChange } from '../requested-status'
import { useTrialPage } from '../trial-page'
import classes from './set-up-guide.module.css'

/** The steps from a design to the start, for people who set a trial up; it disappears with the start. */
export function SetUpGuide() {
  const { trial, permission } = useTrialPage()
  const { id, trial_status_id } = trial
  const isBeforeStart = mayChangeTrialStatus(trial_status_id, STARTED) && trial_status_id !== PAUSED
  const isShown = isBeforeStart && can(permission, 'changeTrialStatus')
  const { data } = useQuery({ ...readinessQuery(id), enabled: isShown })
  if (!isShown || data === undefined) return null
  const steps = setUpSteps(data.data, { hasPacks: trial.is_managing_packs, isByList: isByList(trial) })
  const counted = steps.filter(({ progress }) => progress !== 'optional')
  return (
    <section aria-labelledby="set-up-guide" className={`${classes['guide']} no-print`}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4" id="set-up-guide">
          Set up this trial
        </Title>
        <Text size="sm" c="dimmed">
          {counted.filter(({ progress }) => progress === 'done').length} of {counted.length} done.{' '}
          <TextLink {...paths.helpPage('first-trial')}>Read the guide</TextLink>
        </Text>
      </Group>
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.id}>
            <Step step={step} trialId={id} isPermitted={step.id === 'start' || can(permission, WAYS[step.id].needs)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type StepProps = { step: SetUpStep; trialId: number; isPermitted: boolean }

function Step({ step: { id, title, progress }, trialId, isPermitted }: StepProps) {
  const { Icon, label, colour } = PROGRESS_PRESENTATION[progress]
  const way = id === 'start' ? null : WAYS[id]
  return (
    <>
      <Icon size={20} aria-hidden="true" color={`var(--eq-${colour})`} />
      <span>
        {way === null ? (
          <Anchor component="button" type="button" onClick={() => requestStatusChange(trialId, STARTED)}>
            {title}
          </Anchor>
        ) : isPermitted ? (
          <TextLink {...way.address(trialId)} {...(way.hash === undefined ? {} : { hash: way.hash })}>
            {title}
          </TextLink>
        ) : (
          title
        )}
        <span className={classes['state']}>{label}</span>
      </span>
    </>
  )
}

const PROGRESS_PRESENTATION = {
  done: { Icon: IconCircleCheck, label: 'Done', colour: 'green' },
  'to do': { Icon: IconCircleDashed, label: 'To do', colour: 'muted' },
  optional: { Icon: IconCircleDotted, label: 'Optional', colour: 'muted' },
} as const

type Address = ReturnType<
  | typeof paths.trial
  | typeof paths.trialSettings
  | typeof paths.simulateTrial
  | typeof paths.allocationList
  | typeof paths.trialUsers
  | typeof paths.importStudyPacks
>
type Way = { address: (trialId: number) => Address; hash?: string; needs: TrialCapability }

/** The page of each step; the dialog that changes the status does the start. */
const WAYS: Readonly<Record<Exclude<SetUpStep['id'], 'start'>, Way>> = {
  design: { address: paths.trialSettings, hash: 'randomisation_method_id', needs: 'viewSettings' },
  simulate: { address: paths.simulateTrial, needs: 'viewBlockSizes' },
  list: { address: paths.allocationList, needs: 'manageAllocationList' },
  people: { address: paths.trialUsers, needs: 'manageTrialUsers' },
  packs: { address: paths.importStudyPacks, needs: 'importStudyPacks' },
  check: { address: paths.trial, hash: START_CHECK, needs: 'changeTrialStatus' },
}

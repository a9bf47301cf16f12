import type { Trial } from '#contract/trials'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { canReachServer } from '../../../device/offline/connection'
import { useConnectionState } from '../../../device/offline/use-connection'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { answerFaults, isAllAnswered, type Answers, type ChosenSite, type OfferedSite } from './answers'
import { NoOpenSite } from './closed-wizard'
import { NeedsConnection } from './needs-connection'
import { NothingHappened } from './nothing-happened'
import { ParticipantIdField } from './participant-id-field'
import { SiteField } from './site-field'
import { StratumField } from './stratum-field'
import { WizardStep } from './wizard-step'

type InputStepProps = {
  trial: Trial
  sites: readonly OfferedSite[]
  chosenAlready: ChosenSite | null
  initial: Answers
  takesFocus: boolean
  nothingHappened: boolean
  /** `isTapped`: by a finger or a mouse, on the last answer or on Continue. */
  onContinue: (answers: Answers, isTapped: boolean) => void
}

/** The first step: the participant, the site and the strata. The first empty question has the focus, and the last answer leads on. */
export function InputStep(props: InputStepProps) {
  const { trial, sites, chosenAlready, initial, takesFocus, nothingHappened, onContinue } = props
  const isFirstTime = !isAllAnswered(trial, initial)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>(FIRST_EMPTY)?.focus({ preventScroll: true }), [])
  const form = useForm<Answers>({ initialValues: initial, validate: (answers) => answerFaults(trial, answers) })
  const canReach = canReachServer(useConnectionState())
  const [isTapped, setIsTapped] = useState(false)
  /** The tap on the last answer continues automatically; a person who comes back to change one presses Continue. */
  const choose = (stratum: number, option: string, isTapped: boolean) => {
    const wasComplete = isAllAnswered(trial, form.values)
    const options = { ...form.values.options, [String(stratum)]: option }
    const answers = { ...form.values, options }
    form.setFieldValue('options', options)
    form.clearFieldError(`options.${stratum}`)
    const isLastAnswer = !wasComplete && isAllAnswered(trial, answers)
    if (isTapped && isFirstTime && isLastAnswer && Object.keys(answerFaults(trial, answers)).length === 0) {
      onContinue(answers, true)
    }
  }
  if (sites.every(({ awaitsOpening }) => awaitsOpening)) return <NoOpenSite sites={sites} />
  return (
    <WizardStep step="Input" title="Participant details" takesFocus={takesFocus || !isFirstTime}>
      {nothingHappened && <NothingHappened />}
      {!canReach && <NeedsConnection trial={trial} />}
      <form
        ref={element}
        noValidate
        onPointerDownCapture={() => setIsTapped(true)}
        onKeyDownCapture={() => setIsTapped(false)}
        onSubmit={form.onSubmit(
          (answers) => onContinue(answers, isTapped),
          (_faults, _answers, event) => showFirstFault(event),
        )}
      >
        <Stack gap="lg">
          {trial.is_participant_id_used && (
            <div {...marksOf(form.errors['participant_id'], form.values.participant_id)}>
              <ParticipantIdField
                trial={trial}
                required={trial.is_participant_id_required}
                {...form.getInputProps('participant_id')}
              />
            </div>
          )}
          <div {...marksOf(form.errors['site_id'], form.values.site_id)}>
            <SiteField
              sites={sites}
              chosenAlready={chosenAlready}
              value={form.values.site_id}
              error={form.errors['site_id']}
              onChange={(site) => form.setFieldValue('site_id', site)}
            />
          </div>
          {trial.trial_strata.map((stratum) => (
            <div
              key={stratum.id}
              {...marksOf(form.errors[`options.${stratum.id}`], form.values.options[String(stratum.id)])}
            >
              <StratumField
                stratum={stratum}
                value={form.values.options[String(stratum.id)] ?? ''}
                error={form.errors[`options.${stratum.id}`]}
                onChange={(option, isTapped) => choose(stratum.id, option, isTapped)}
              />
            </div>
          ))}
          {isFirstTime && trial.trial_strata.length > 0 && <Text c="dimmed">{LAST_ANSWER_LEADS_ON}</Text>}
          <Group gap="sm">
            <Button type="submit" size="lg" rightSection={<IconArrowRight size={20} aria-hidden="true" />}>
              Continue
            </Button>
            <LinkButton {...paths.participants(trial.id)} variant="default" size="lg">
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </form>
    </WizardStep>
  )
}

const FIRST_EMPTY = '[data-empty] :is(input, button)'
const LAST_ANSWER_LEADS_ON = 'After the last answer, you check everything before you randomise.'

/** The attributes that find the first unanswered question, and the first with a fault. */
const marksOf = (fault: unknown, value: string | undefined) => ({
  'data-fault': fault ? '' : undefined,
  'data-empty': value === undefined || value === '' ? '' : undefined,
})

/** Focuses the first field with a fault, once its message is shown. */
const showFirstFault = (event: FormEvent<HTMLFormElement> | undefined) => {
  const form = event?.currentTarget
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-fault] :is(input, button)')?.focus())
}

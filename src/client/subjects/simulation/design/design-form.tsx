import { api } from '#contract/api'
import { Alert, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useMutation } from '@tanstack/react-query'
import { CallFailed } from '../../../api/failure'
import { useFailureInPlace, raise } from '../../../api/raised-failure'
import { writeFailureText } from '../../../api/write-failure-words'
import { useBusyWhile } from '../../../browser/busy'
import { ServerButton } from '../../../device/offline/server-button'
import { AnalysisFields } from './analysis-fields'
import { AlternativesFields } from './alternatives-fields'
import classes from './design.module.css'
import { faultsInWords, formFaults, unplacedFaults, type SimulationFormFaults } from './form-faults'
import type { SimulationForm } from './simulation-form'
import { simulationRequests, type SimulationRequest } from './simulation-requests'
import type { RealShares } from './real-shares'
import { SizesFields } from './sizes-fields'
import { StrataFields } from './strata-fields'
import { StudyGroupsFields } from './study-groups-fields'
import { useWriteKey } from '../../../action/use-write-key'
import { call } from '../../../device/call'
import { startSimulations, type FailedSimulation } from './start-simulations'

type DesignFormProps = {
  initial: SimulationForm
  /** How the trial that it is filled in from has recruited; null where there is none. */
  shares: RealShares | null
  onStarted: (ids: number[]) => void
}

/** What is to be simulated. */
export function DesignForm({ initial, shares, onStarted }: DesignFormProps) {
  const form = useForm<SimulationForm>({ initialValues: initial })
  const [faulty, setFaulty] = useState<string[]>([])
  const [error, setError] = useState<CallFailed | null>(null)
  const failure = useFailureInPlace(error)
  const notice = failure === null ? faulty : [writeFailureText(failure)]
  useBusyWhile('form', form.isDirty())

  const showFaults = (faults: SimulationFormFaults) => {
    // A refusal of the server arrives outside of an event, when React would render it later.
    flushSync(() => {
      form.setErrors(faults)
      setFaulty([faultsInWords(faults), ...unplacedFaults(form.values, faults)])
    })
    showFirstFault()
  }
  const start = useStartSimulations({
    onStarted: (ids) => {
      form.resetDirty()
      onStarted(ids)
    },
    onRefused: ({ place, failure }) => {
      const fields = failure.kind === 'refused' ? failure.problem.fields : undefined
      if (fields === undefined) setError(new CallFailed(failure))
      else showFaults(formFaults(place, fields))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFaulty([])
    setError(null)
    form.clearErrors()
    const requests = simulationRequests(form.values)
    if (requests.ok) start.mutate(requests.value)
    else showFaults(requests.refusal)
  }
  const many = form.values.alternatives.length
  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <AlternativesFields form={form} />
      <StudyGroupsFields form={form} />
      <StrataFields form={form} />
      <SizesFields form={form} shares={shares} />
      <AnalysisFields form={form} />
      <Stack gap="sm" align="flex-start">
        {notice.length > 0 && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
            {notice.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Alert>
        )}
        <Group>
          <ServerButton
            action="simulate"
            type="submit"
            size="lg"
            loading={start.isPending}
            leftSection={<IconPlayerPlay size={24} aria-hidden="true" />}
          >
            {many === 1 ? 'Simulate' : `Simulate ${many} alternatives`}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves the focus to the first field that is at fault. */
const showFirstFault = () => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()

type StartListeners = { onStarted: (ids: number[]) => void; onRefused: (refusal: FailedSimulation) => void }

/** Starts the alternatives of a form. A request whose answer was lost is sent again under its own key. */
const useStartSimulations = ({ onStarted, onRefused }: StartListeners) => {
  const sendOnce = useWriteKey()
  const start = (body: SimulationRequest) => sendOnce(body, (key) => call(api.startSimulation, { body }, key))
  const cancel = (id: number) => call(api.cancelSimulation, { parameters: { simulation_id: String(id) } })

  return useMutation({
    mutationFn: (requests: readonly SimulationRequest[]) => startSimulations(requests, { start, cancel }),
    onSuccess: (outcome) => {
      if (outcome.ok) return onStarted(outcome.value)
      raise(outcome.refusal.failure)
      onRefused(outcome.refusal)
    },
  })
}

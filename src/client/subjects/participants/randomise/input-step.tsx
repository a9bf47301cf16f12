import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowRight } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { canReachServer } from '../../../device/offline/connection'
import { useConnectionState } from '../../../device/offline/use-connection'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { answerFaults, type Answers, type OfferedSite } from './answers'
import { NeedsConnection } from './needs-connection'
import { NothingHappened } from './nothing-happened'
import { StratumField } from './stratum-field'
import { WizardStep } from './wizard-step'

type InputStepProps = {
  trial: Trial
  sites: readonly OfferedSite[]
  initial: Answers
  takesFocus: boolean
  nothingHappened: boolean
  onContinue: (answers: Answers) => void
}

/** The first step: the participant, the site and the strata. */
export function InputStep({ trial, sites, initial, takesFocus, nothingHappened, onContinue }: InputStepProps) {
  const form = useForm<Answers>({ initialValues: initial, validate: (answers) => answerFaults(trial, answers) })
  const canReach = canReachServer(useConnectionState())
  if (sites.length === 0) {
    return (
      <EmptyState title="No site to randomise at">
        You have no site in this trial. Ask a trial administrator.
      </EmptyState>
    )
  }
  const unopened = sites.filter(({ awaitsOpening }) => awaitsOpening)
  if (unopened.length === sites.length) {
    return (
      <EmptyState title="No site is open yet">
        Your {sites.length === 1 ? 'site is' : 'sites are'} not open yet. Ask a trial administrator to open{' '}
        {sites.length === 1 ? 'it' : 'them'}.
      </EmptyState>
    )
  }
  return (
    <WizardStep step="Input" title="Participant details" takesFocus={takesFocus}>
      {nothingHappened && <NothingHappened />}
      {!canReach && <NeedsConnection trial={trial} />}
      <form noValidate onSubmit={form.onSubmit(onContinue, (_faults, _answers, event) => showFirstFault(event))}>
        <Stack gap="lg">
          {trial.is_participant_id_used && (
            <div data-fault={form.errors['participant_id'] ? '' : undefined}>
              <TextInput
                label={participantIdLabel(trial)}
                description={participantIdNote(trial)}
                descriptionProps={{ mb: 'xs' }}
                required={trial.is_participant_id_required}
                maxLength={100}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                classNames={{ input: 'identifier' }}
                {...form.getInputProps('participant_id')}
              />
            </div>
          )}
          <div data-fault={form.errors['site_id'] ? '' : undefined}>
            <Select
              label="Site"
              required
              searchable={sites.length > 1}
              openOnFocus={false}
              comboboxProps={{ withinPortal: false }}
              allowDeselect={false}
              placeholder="Choose a site"
              nothingFoundMessage="No site has this name"
              description={unopened.length > 0 ? 'Sites that have not been opened yet cannot be chosen.' : undefined}
              data={sites.map(({ id, title, awaitsOpening }) => ({
                value: String(id),
                label: awaitsOpening ? `${title} (not opened yet)` : title,
                disabled: awaitsOpening,
              }))}
              {...form.getInputProps('site_id')}
              value={form.values.site_id === '' ? null : form.values.site_id}
              onChange={(site) => form.setFieldValue('site_id', site ?? '')}
            />
          </div>
          {trial.trial_strata.map((stratum) => (
            <div key={stratum.id} data-fault={form.errors[`options.${stratum.id}`] ? '' : undefined}>
              <StratumField
                stratum={stratum}
                value={form.values.options[String(stratum.id)] ?? ''}
                error={form.errors[`options.${stratum.id}`]}
                onChange={(option) => {
                  form.setFieldValue('options', { ...form.values.options, [String(stratum.id)]: option })
                  form.clearFieldError(`options.${stratum.id}`)
                }}
              />
            </div>
          ))}
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

const participantIdNote = ({ participant_id_description }: Trial) => (
  <Stack component="span" gap="0.25rem">
    {participant_id_description !== null && <span>{participant_id_description}</span>}
    <span>Do not enter personally identifiable data, such as a name, an address or a date of birth.</span>
  </Stack>
)

/** Focuses the first field with a fault, once its message is shown. */
const showFirstFault = (event: FormEvent<HTMLFormElement> | undefined) => {
  const form = event?.currentTarget
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-fault] :is(input, button)')?.focus())
}

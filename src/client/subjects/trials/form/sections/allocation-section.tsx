import { settingNamesOf } from '#domain/trials/method-setting'
import { ALLOCATION_METHODS, RANDOMISATION_METHODS, type RandomisationMethod } from '#domain/trials/trial-methods'
import { Alert, Button, Collapse, NativeSelect, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { METHOD_FACES } from '../../design/method-faces'
import { methodNameOf, methodOf, weighsStrata, withMethod } from '../../design/method-form'
import { MethodSettings } from '../../design/method-settings'
import { FIELD_WORDS } from '../field-words'
import { CheckField, WholeNumberField } from '../form-fields'
import type { SectionProps } from '../section-props'
import { SimulateTyped } from '../simulate-typed'
import classes from '../trial-form.module.css'

/** How many participants the trial wants, and how they are allocated. */
export function AllocationSection({ form, subject, isLocked }: SectionProps) {
  const { values } = form
  const { help, note } = METHOD_FACES[methodNameOf(values)]
  const isHeld = isLocked || subject.isBlinded
  return (
    <>
      <WholeNumberField
        form={form}
        field="sample_size"
        required
        description="Randomisation stops at this number. 0 means no limit."
      />
      <NativeSelect
        label={FIELD_WORDS.allocation_method_id}
        description={ALLOCATION_HELP[values.allocation_method_id]}
        required
        maw="28rem"
        disabled={isHeld}
        data={ALLOCATION_METHODS.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('allocation_method_id')}
        value={String(values.allocation_method_id)}
        onChange={(event) => form.setFieldValue('allocation_method_id', Number(event.currentTarget.value))}
      />
      <NativeSelect
        label={FIELD_WORDS.randomisation_method_id}
        description={help}
        required
        maw="28rem"
        disabled={isHeld}
        data={RANDOMISATION_METHODS.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('randomisation_method_id')}
        value={String(values.randomisation_method_id)}
        onChange={(event) => {
          const chosen = RANDOMISATION_METHODS.find(({ id }) => String(id) === event.currentTarget.value)
          if (chosen !== undefined) form.setValues(withMethod(values, chosen, values))
        }}
      />
      {isLocked && <Text c="dimmed">Methods cannot be changed any more: participants have been randomised.</Text>}
      {note !== null && !subject.isBlinded && (
        <div className={classes['settings']}>
          <MethodSettings form={values} inputsOf={(field) => form.getInputProps(field)} />
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        </div>
      )}
      <div>
        <CheckField
          form={form}
          field="is_stratified"
          description="Allocation balances within each stratum below. Otherwise strata are only recorded."
        />
        <CheckField form={form} field="is_site_stratified" description="Allocation balances within each site." />
        <CheckField
          form={form}
          field="exclude_flagged_participants"
          description={`Flagged participants do not count towards the sample size. If a trial administrator or above flags them, ${inWords(COUNTING)} ignore them too. They stay in lists, reports and the analysis. This cannot be changed after the first participant.`}
          disabled={isLocked}
        />
      </div>
      {subject.isBlinded && (
        <Alert color="violet">
          The settings of the method are hidden from you while you are blinded in this trial. They stay as they are when
          you save.
        </Alert>
      )}
      <Advanced form={form} subject={subject} />
    </>
  )
}

const ALLOCATION_HELP: Readonly<Record<number, string>> = {
  1: 'Each participant gets one study group.',
  2: 'Clusters are randomised, such as wards or schools. Each counts as one participant.',
  3: 'The study groups are the sequences of treatments.',
  4: 'Each participant gets one study group of each of two factors. Give every study group its factor.',
}

/** What a statistician may set beyond the usual, and the way to try it out. */
function Advanced({ form, subject }: Pick<SectionProps, 'form' | 'subject'>) {
  const hasFault = ADVANCED_FIELDS.some((field) => form.errors[field] !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOpen || hasFault
  return (
    <div className={classes['advanced']}>
      <Button
        variant="subtle"
        px="xs"
        aria-expanded={isShown}
        aria-controls="advanced-settings"
        leftSection={
          isShown ? <IconChevronUp size={20} aria-hidden="true" /> : <IconChevronDown size={20} aria-hidden="true" />
        }
        onClick={() => setIsOpen(!isShown)}
      >
        Advanced
      </Button>
      <Collapse id="advanced-settings" expanded={isShown}>
        <div className={classes['settings']}>
          {!subject.isBlinded && <MethodPart form={form} />}
          <div>
            <CheckField
              form={form}
              field="is_design_checked"
              description="A second administrator must confirm the design before the start and after every change."
            />
            <CheckField
              form={form}
              field="is_opening_sites"
              description="A site must be opened, with a reason, before it can randomise."
            />
          </div>
        </div>
      </Collapse>
    </div>
  )
}

function MethodPart({ form }: Pick<SectionProps, 'form'>) {
  const method = methodOf(form.values)
  return (
    <>
      {ADVANCED.includes(method) ? (
        <MethodSettings form={form.values} inputsOf={(field) => form.getInputProps(field)} />
      ) : (
        <Text c="dimmed">This method has no further settings. Only {inWords(ADVANCED)} have some.</Text>
      )}
      {weighsStrata(form.values) && <Text c="dimmed">The weight of each stratum is set with the strata.</Text>}
      <Text c="dimmed" size="sm">
        After the start, a change of groups, weights, blocks, stratification or these settings begins a new epoch
        (design version). Counts and urns begin again. Stratify the analysis by epoch.
      </Text>
      <SimulateTyped values={form.values} />
    </>
  )
}

/** The methods whose settings stand among the advanced ones. */
const ADVANCED: readonly RandomisationMethod[] = RANDOMISATION_METHODS.filter(
  ({ name }) => METHOD_FACES[name].note === null && settingNamesOf(name).length > 0,
)
const ADVANCED_FIELDS = ADVANCED.flatMap(({ name }) => settingNamesOf(name))

const COUNTING: readonly RandomisationMethod[] = RANDOMISATION_METHODS.filter(({ is_counting }) => is_counting)

const inWords = (methods: readonly RandomisationMethod[]): string =>
  new Intl.ListFormat('en-GB').format(methods.map(({ title }) => title.toLowerCase()))

import { settingNamesOf } from '#domain/trials/method-setting'
import { RANDOMISATION_METHODS, type RandomisationMethod } from '#domain/trials/trial-methods'
import { Alert, Button, Collapse, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconChartHistogram } from '@tabler/icons-react'
import { memo, useState, useEffect, useEffectEvent } from 'react'
import { METHOD_PRESENTATION } from '../../design/method-presentation'
import { methodOf, weighsStrata } from '../../design/method-form'
import { MethodSettings } from '../../design/method-settings'
import { FieldGroups } from '../field-groups'
import { fieldsOf } from '../form-sections'
import { isSameMethod } from '../same-props'
import type { SectionProps } from '../section-props'
import { inWords, rowOf } from '../trial-fields'
import classes from '../trial-form.module.css'
import { offerTypedDesign } from '../../design/typed-design'
import { paths } from '../../../../paths'
import { LinkButton } from '../../../../ui/link-button'
import type { Form } from '../trial-form-values'
import { OptionRatios } from './option-ratios-fields'
import { typedDesignOf } from '../typed-design-of'

/** The sample size, and the method of allocation. */
export function AllocationSection(props: SectionProps) {
  return (
    <>
      <FieldGroups {...props} fields={USUAL_FIELDS} />
      {props.subject.isBlinded && (
        <Alert color="violet">
          The settings of the method are hidden from you while you are blinded in this trial. They stay as they are when
          you save.
        </Alert>
      )}
      <Advanced {...props} />
    </>
  )
}

const USUAL_FIELDS = fieldsOf('allocation').filter((field) => !rowOf(field).isAdvanced)
const ADVANCED_FIELDS = fieldsOf('allocation').filter((field) => rowOf(field).isAdvanced)

/** Settings for statisticians, and the link to the simulation. */
function Advanced(props: SectionProps) {
  const { form, subject } = props
  const hasFault =
    ADVANCED_SETTINGS.some((field) => form.errors[field] !== undefined) ||
    Object.keys(form.errors).some((path) => path.endsWith('.option_ratios'))
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
          {!subject.isBlinded && <OptionRatios form={form} />}
          {!subject.isBlinded && <MethodPart form={form} />}
          <FieldGroups {...props} fields={ADVANCED_FIELDS} />
        </div>
      </Collapse>
    </div>
  )
}

const MethodPart = memo(function MethodPart({ form }: Pick<SectionProps, 'form'>) {
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
        After the start, a change of groups, weights, blocks or stratification begins a new epoch (design version).
        Counts and urns begin again. Stratify the analysis by epoch. Under other settings of an urn, a minimisation or a
        coin, the counts continue.
      </Text>
      <SimulateTyped form={form} />
    </>
  )
}, isSameMethod)

/** The methods whose settings are among the advanced ones. */
const ADVANCED: readonly RandomisationMethod[] = RANDOMISATION_METHODS.filter(
  ({ name }) => METHOD_PRESENTATION[name].note === null && settingNamesOf(name).length > 0,
)
const ADVANCED_SETTINGS = ADVANCED.flatMap(({ name }) => settingNamesOf(name))

/** A link to the simulation in another tab, filled in with the design in this form, saved or not. */
function SimulateTyped({ form }: { form: Form }) {
  const [name] = useState(() => crypto.randomUUID())
  const present = useEffectEvent(() => typedDesignOf(form.getValues()))
  useEffect(() => offerTypedDesign(name, () => present()), [name])
  return (
    <div>
      <LinkButton
        {...paths.simulateTyped(name)}
        target="_blank"
        variant="default"
        leftSection={<IconChartHistogram size={20} aria-hidden="true" />}
      >
        Simulate this design in a new tab
      </LinkButton>
    </div>
  )
}

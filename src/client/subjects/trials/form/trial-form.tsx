import { Alert, Button, Group, Input, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMemo, type ComponentType, type FormEvent, type ReactNode } from 'react'
import { formatClock } from '../../../ui/format-time'
import { FormContents } from './form-contents'
import { FieldGroups } from './field-groups'
import { effectOf, FORM_SECTIONS, headingId } from './form-sections'
import type { SentAction } from '../../../action/action-form'
import { LeaveGuard } from '../../../action/leave-guard'
import { CHECK_BEFORE_EDITING, RESULT_NOT_KNOWN } from '../../../safety-words'
import type { SectionProps } from './section-props'
import { AllocationSection } from './sections/allocation-section'
import { PacksSection } from './sections/packs-section'
import { SitesSection } from './sections/sites-section'
import { StrataSection } from './sections/strata-section'
import { StudyGroupsSection } from './sections/study-groups-section'
import { ROWS_FIELDS, type SectionId } from './trial-fields'
import { faultsBeforeSending } from './trial-form-faults'
import classes from './trial-form.module.css'
import type { TrialFormState } from './use-trial-form'

type TrialFormProps = {
  state: TrialFormState
  /** Names the form. */
  label: string
  isLocked: boolean
  /** What sends it. While the outcome is unknown, only the same content is sent again, unless the person lets go of it. */
  sending: SentAction & { letGo: () => void }
  /** A message above the sections. */
  notice: ReactNode
  /** The button that sends it. */
  action: ReactNode
  onSubmit: () => void
}

/** A trial's form, section by section, with how each stands. */
export function TrialForm({ state, label, isLocked, sending, notice, action, onSubmit }: TrialFormProps) {
  const { form, subject, isDirty, draftSavedAt } = state
  const { isPending, isUnknown, sendAgain, letGo } = sending
  const { values } = form
  const faults = useMemo(() => faultsBeforeSending(values, subject), [values, subject])
  // On a page of its own the sections stand right below the page’s heading, in a trial below its tab’s.
  const order = subject.trial === null ? 2 : 3
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (isUnknown) sendAgain()
    else onSubmit()
  }
  return (
    <div className={classes['page']}>
      <FormContents errors={form.errors} faults={faults} order={order} />
      <form noValidate aria-label={label} onSubmit={submit} className={classes['form']}>
        {notice}
        {draftSavedAt !== null && isDirty && !isUnknown && (
          <Alert color="amber" icon={<IconHistory aria-hidden="true" />} title="This is not saved yet">
            Draft of {formatClock(draftSavedAt)} from this tab.
          </Alert>
        )}
        <fieldset disabled={isPending || isUnknown} className={classes['sections']}>
          {FORM_SECTIONS.map(({ id, title, fields }) => {
            const Section = SECTION_PARTS[id]
            const effect = effectOf(id, subject.trial === null)
            return (
              <section key={id} aria-labelledby={headingId(id)} className={classes['section']}>
                <Title order={order} size="h3" id={headingId(id)} tabIndex={-1}>
                  {title}
                </Title>
                {effect !== null && (
                  <Text c="dimmed" size="sm">
                    {effect}
                  </Text>
                )}
                {Section === undefined ? (
                  <FieldGroups form={form} subject={subject} isLocked={isLocked} fields={fields} />
                ) : (
                  <Section form={form} subject={subject} isLocked={isLocked} />
                )}
                <ListError
                  error={ROWS_FIELDS.filter((list) => fields.includes(list)).map((list) => form.errors[list])[0]}
                />
              </section>
            )
          })}
        </fieldset>
        <div className={classes['bar']}>
          <Text c="dimmed" aria-live="polite">
            {isUnknown ? CHECK_BEFORE_EDITING : isDirty ? 'Not saved yet' : 'No changes'}
          </Text>
          <Group gap="xs">
            {isUnknown && (
              <Button variant="subtle" color="slate" onClick={letGo}>
                Edit the form
              </Button>
            )}
            {isDirty && !isPending && !isUnknown && (
              <Button variant="subtle" color="slate" onClick={state.discard}>
                Discard changes
              </Button>
            )}
            {action}
          </Group>
        </div>
      </form>
      <LeaveGuard
        isAsking={isDirty || isUnknown}
        isLostWithTab
        title={isUnknown ? RESULT_NOT_KNOWN.title : 'The form is not saved'}
        leave="Leave and keep the draft"
        onDiscard={state.discard}
      >
        What you have entered stays in this tab until you sign out or close it. No one else sees it.{' '}
        {isUnknown
          ? 'Open the form again and send it again: it will not be done twice. If you discard it, check first whether it was saved.'
          : 'It has no effect until you save it.'}
      </LeaveGuard>
    </div>
  )
}

/** The sections with more than their fields. */
const SECTION_PARTS: Partial<Record<SectionId, ComponentType<SectionProps>>> = {
  allocation: AllocationSection,
  sites: SitesSection,
  'study-groups': StudyGroupsSection,
  strata: StrataSection,
  packs: PacksSection,
}

/** The fault of a list as a whole. */
function ListError({ error }: { error: ReactNode }) {
  if (!error) return null
  return (
    <Input.Error size="sm" role="alert">
      {error}
    </Input.Error>
  )
}

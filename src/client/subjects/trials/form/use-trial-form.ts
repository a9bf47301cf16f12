import type { Trial } from '#contract/trials'
import { visibilityOf } from '#domain/people/blinding'
import { useForm } from '@mantine/form'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBusyWhile } from '../../../browser/busy'
import { copiedTrialForm } from './copied-trial-form'
import { copyDraftKey, draftKey } from './draft-owner'
import { draftAt } from './drafts'
import type { FormSubject } from './sent-trial-form'
import { byField, faultsBeforeSending, type FormFaults } from './trial-form-faults'
import { useDraftAtRest } from './use-draft-at-rest'
import { blankTrialForm, formOfTrial, type TrialFormValues } from './trial-form-values'

/** What a form was opened over: its values, and the version of the settings. */
export type Opened = { values: TrialFormValues; setup_version: number | null }

/**
 * A trial's form while it is filled in, of a trial or of a new one, which may begin as a copy of another: what stands in it, what it was opened over, and what
 * stands against it. What is not saved is kept by this tab, and there again after a reload.
 */
export const useTrialForm = (trial: Trial | null, sub: string, copied: Trial | null = null) => {
  const key = copied === null ? draftKey(sub, trial?.id ?? null) : copyDraftKey(sub, copied.id)
  const [draft, setDraft] = useState(() => draftAt(sessionStorage, key))
  const [opened, setOpened] = useState<Opened>(() =>
    draft === null ? openedOver(trial, copied) : { values: draft.base, setup_version: draft.setup_version },
  )
  const form = useForm<TrialFormValues>({ initialValues: draft?.mine ?? opened.values })
  const { values } = form
  const openedText = useMemo(() => JSON.stringify(opened.values), [opened])
  const isDirty = JSON.stringify(values) !== openedText
  useBusyWhile('form', isDirty)
  const unsaved = useMemo(() => (isDirty ? { ...keptOf(opened), mine: values } : null), [isDirty, opened, values])
  const drop = useDraftAtRest(sub, key, unsaved)

  const openOver = (next: Opened, mine: TrialFormValues) => {
    setOpened(next)
    form.setValues(mine)
  }
  const isOlder = trial !== null && trial.setup_version !== opened.setup_version
  // What nobody has touched follows the trial.
  useEffect(() => {
    if (isOlder && !isDirty) openOver(openedOver(trial), formOfTrial(trial))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each version, whatever else is drawn again.
  }, [isOlder, isDirty, trial])

  const { setup_version } = opened
  const subject = useMemo(
    (): FormSubject => ({ trial, setup_version, isBlinded: trial !== null && visibilityOf(trial) !== 'names' }),
    [trial, setup_version],
  )
  /** Shows what stands against the form at its fields; a refusal comes outside of any event, when React would draw it later. */
  const showFaults = (faults: FormFaults) => flushSync(() => form.setErrors(byField(faults)))
  return {
    form,
    subject,
    opened,
    openOver,
    isDirty,
    /** Whether somebody else has saved the settings since the form was opened. */
    isOlder,
    /** When the form that came back was kept, in milliseconds; null for a fresh form. */
    keptAt: draft?.kept_at ?? null,
    showFaults,
    /** What stands against the form before it is sent; shown. */
    ask: (): FormFaults => {
      const faults = faultsBeforeSending(values, subject)
      showFaults(faults)
      return faults
    },
    /** Throws away what is not saved. */
    discard: () => {
      setDraft(null)
      drop()
      openOver(openedOver(trial, copied), openedOver(trial, copied).values)
      form.clearErrors()
    },
    /** It is saved: nothing is left to keep. */
    settle: () => {
      drop()
      setOpened({ ...opened, values })
    },
  }
}

export type TrialFormState = ReturnType<typeof useTrialForm>

const openedOver = (trial: Trial | null, copied: Trial | null = null): Opened => ({
  values: trial !== null ? formOfTrial(trial) : copied !== null ? copiedTrialForm(copied) : blankTrialForm(),
  setup_version: trial?.setup_version ?? null,
})

const keptOf = ({ values, setup_version }: Opened) => ({ base: values, setup_version })

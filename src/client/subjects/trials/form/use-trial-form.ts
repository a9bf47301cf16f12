import type { Trial } from '#contract/trials'
import { visibilityOf } from '#domain/people/blinding'
import { useForm } from '@mantine/form'
import { useDidUpdate } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { refusedFields } from '../../../api/refused-fields'
import { useBusyWhile } from '../../../browser/busy'
import { copiedTrialForm } from './copied-trial-form'
import { draftAt } from './drafts'
import { sentTrialForm, type FormSubject } from './sent-trial-form'
import { byField, faultsBeforeSending, type FormFaults } from './trial-form-faults'
import { useDraftAtRest } from './use-draft-at-rest'
import { dropAttempt } from './use-lost-attempt'
import { blankTrialForm, formOfTrial, type TrialFormValues } from './trial-form-values'

/** The base of a form: its values and the version of the settings when it was opened. */
export type Opened = { values: TrialFormValues; setup_version: number | null }

type TrialFormOf = {
  /** Null for a new trial. */
  trial: Trial | null
  /** The trial that a new one copies. */
  copied?: Trial | null
  /** Who fills it in, and the key of their draft. */
  sub: string
  draftKey: string
  /** The last refusal of the server: its message for a field is shown at that field until the field changes. */
  error: unknown
}

/**
 * A trial's form while it is filled in, of a trial or of a new one, which may begin as a copy of another: its values, what it was
 * opened over, and its faults. What is not saved is stored by this tab, and there again after a reload.
 */
export const useTrialForm = ({ trial, copied = null, sub, draftKey: key, error }: TrialFormOf) => {
  const [draft, setDraft] = useState(() => draftAt(sessionStorage, key))
  const [opened, setOpened] = useState<Opened>(() =>
    draft === null ? openedOver(trial, copied) : { values: draft.base, setup_version: draft.setup_version },
  )
  const form = useForm<TrialFormValues>({ initialValues: draft?.mine ?? opened.values })
  const { values, setErrors } = form
  const [ownFaults, setOwnFaults] = useState<FormFaults | null>(null)
  useDidUpdate(() => {
    setOwnFaults(null)
    setErrors(byField(refusedFields(error)))
  }, [error, setErrors])
  const openedText = useMemo(() => JSON.stringify(opened.values), [opened])
  const isDirty = JSON.stringify(values) !== openedText
  useBusyWhile('form', isDirty)
  const unsaved = useMemo(() => (isDirty ? { ...baseOf(opened), mine: values } : null), [isDirty, opened, values])
  const dropAtRest = useDraftAtRest(sub, key, unsaved)
  const drop = () => {
    dropAtRest()
    dropAttempt(sessionStorage, key)
  }

  const openOver = (next: Opened, mine: TrialFormValues) => {
    setOpened(next)
    form.setValues(mine)
  }
  const isOlder = trial !== null && trial.setup_version !== opened.setup_version
  // Fields that were not edited follow the trial.
  useEffect(() => {
    if (isOlder && !isDirty) openOver(openedOver(trial), formOfTrial(trial))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each version, whatever else is drawn again.
  }, [isOlder, isDirty, trial])

  const { setup_version } = opened
  const subject = useMemo(
    (): FormSubject => ({ trial, setup_version, isBlinded: trial !== null && visibilityOf(trial) !== 'names' }),
    [trial, setup_version],
  )
  return {
    form,
    subject,
    opened,
    openOver,
    isDirty,
    /** Whether somebody else has saved the settings since the form was opened. */
    isOlder,
    /** When the restored draft was stored, in milliseconds; null for a fresh form. */
    draftSavedAt: draft?.kept_at ?? null,
    /** The faults that the form was last not sent for; null while the server's refusal is the last. */
    ownFaults,
    /** The valid body to send; null, with the faults shown at their fields, while there are any. */
    read: <Body>(body: v.GenericSchema<unknown, Body>, entered = values, of = subject): Body | null => {
      const faults = faultsBeforeSending(entered, of)
      setErrors(faults)
      const sent = v.safeParse(body, sentTrialForm(entered, of))
      if (sent.success && Object.keys(faults).length === 0) return sent.output
      setOwnFaults(faults)
      return null
    },
    /** Discards the unsaved form. */
    discard: () => {
      setDraft(null)
      drop()
      openOver(openedOver(trial, copied), openedOver(trial, copied).values)
      form.clearErrors()
    },
    /** The form is saved: no draft is left. */
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

const baseOf = ({ values, setup_version }: Opened) => ({ base: values, setup_version })

import { newUser, type NewUser } from '#contract/user-accounts'
import { useDidUpdate } from '@mantine/hooks'
import { useState } from 'react'
import * as v from 'valibot'
import type { useSchemaForm } from '../../../action/use-schema-form'
import { PROFILE_FIELDS, type ProfileDraft, type ProfileField } from './profile-draft'

type ProfileForm = ReturnType<typeof useSchemaForm<ProfileDraft, NewUser>>['form']

type FollowedProfile = {
  stored: ProfileDraft
  /** The form's own last save, which is no change by another person. */
  saved: ProfileDraft | null
  /** A save is under way, or its outcome is unknown: the same values may have to be sent again. */
  isHeld: boolean
}

/** The changes by other people while something is typed: the fields that a save would replace. */
export type ChangedMeanwhile = { replaced: readonly ProfileField[] }

/**
 * Shows the stored values in each field of a form until the person types there, also those that another person saves
 * later. A typed value stays. Without that, a save would replace another one that its author has never seen.
 */
export const useFollowedProfile = (
  form: ProfileForm,
  { stored, saved, isHeld }: FollowedProfile,
): ChangedMeanwhile | null => {
  const [state, setState] = useState<{ changed: ChangedMeanwhile | null }>({ changed: null })
  const follow = () => {
    const shown = form.getInitialValues()
    const changed = PROFILE_FIELDS.filter((field) => stored[field] !== shown[field])
    if (changed.length === 0) return
    const written = form.getValues()
    const parsed = v.safeParse(newUser, written)
    const sent = parsed.success ? parsed.output : written
    const isTyped = (field: ProfileField) => written[field] !== shown[field] && sent[field] !== stored[field]
    for (const field of PROFILE_FIELDS) {
      if (!isTyped(field) && written[field] !== stored[field]) form.setFieldValue(field, stored[field])
    }
    const typed = PROFILE_FIELDS.filter(isTyped)
    form.setInitialValues(stored)
    form.setDirty(Object.fromEntries(PROFILE_FIELDS.map((field) => [field, typed.includes(field)])))
    const isOwn = saved !== null && PROFILE_FIELDS.every((field) => stored[field] === saved[field])
    // Also where nothing changes in it: the form is drawn again, and is no longer dirty.
    setState(({ changed: before }) => ({
      changed:
        isOwn || typed.length === 0
          ? null
          : {
              replaced: typed.filter((field) => changed.includes(field) || before?.replaced.includes(field) === true),
            },
    }))
  }
  const { name, email, selected_timezone } = stored
  useDidUpdate(() => {
    if (!isHeld) follow()
  }, [name, email, selected_timezone, isHeld])
  return state.changed
}

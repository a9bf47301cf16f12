// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draftKey } from '../../../../../src/client/subjects/trials/form/draft-owner'
import { draftAt } from '../../../../../src/client/subjects/trials/form/drafts'
import { ME } from '../../../open-app'
import { fieldAt, fieldsOf, openSettings } from './open-settings'

/* A key press in a trial's form draws its own field again, not the whole form. */

/** The props of React's last drawing, a new object for each. The HTML of a select does not show them. */
const drawnWith = (field: Element): unknown =>
  Object.entries(field).find(([name]) => name.startsWith('__reactProps$'))?.[1]

/** Changes the form. Returns the fields that were drawn for it. */
const redrawnBy = (form: HTMLElement, change: () => void): (string | null)[] => {
  const before = new Map(fieldsOf(form).map((field) => [field, drawnWith(field)]))
  change()
  return fieldsOf(form)
    .filter((field) => before.get(field) !== drawnWith(field))
    .map((field) => field.getAttribute('data-path'))
}

test('a key renders its own field, or its own row of a list', async () => {
  const form = await openSettings()
  expect(fieldsOf(form).length).toBeGreaterThan(40)
  // The first key makes the form unsaved, which is shown beside it.
  fireEvent.change(fieldAt(form, 'title'), { target: { value: 'A' } })
  const key = (path: string) =>
    redrawnBy(form, () => fireEvent.change(fieldAt(form, path), { target: { value: 'Changed' } }))
  const alone = ['title', 'description', 'start_on', 'end_on', 'participant_id_label', 'org_name', 'org_comments']
  expect(alone.map(key)).toEqual(alone.map((path) => [path]))
  expect(key('sites.0.title')).toEqual(['sites.0.title', 'sites.0.max_participants', 'sites.0.is_deleted'])
  expect(key('study_groups.0.name')).toEqual([
    'study_groups.0.name',
    'study_groups.0.label',
    'study_groups.0.weight',
    'study_groups.0.max_participants',
  ])
  expect(key('trial_strata.0.name')).toEqual([
    'trial_strata.0.name',
    'trial_strata.0.description',
    'trial_strata.0.trial_stratum_options',
  ])
})

test('a field that depends on another one is rendered with it', async () => {
  const form = await openSettings()
  fireEvent.change(fieldAt(form, 'end_on'), { target: { value: '12 Jan 2028' } })
  expect(form.textContent).toContain('Expires on 12 Jul 2028')
  const zone = fieldAt(form, 'selected_timezone')
  fireEvent.change(zone, { target: { value: 'UTC' } })
  fireEvent.blur(zone)
  expect(draftAt(sessionStorage, draftKey(String(ME.id), 1))?.mine.selected_timezone).toBe('UTC')
  expect(zone).toHaveProperty('value', 'UTC')
  fireEvent.click(fieldAt(form, 'is_managing_packs'))
  expect(fieldAt(form, 'sites.0.low_pack_level')).toBeDefined()
  fireEvent.change(fieldAt(form, 'randomisation_method_id'), { target: { value: '1' } })
  expect(fieldAt(form, 'block_size_min')).toHaveProperty('value', '4')
})

test('a field whose error ends is rendered, and no other', async () => {
  const form = await openSettings()
  const field = fieldAt(form, 'title')
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.submit(form)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(redrawnBy(form, () => fireEvent.change(field, { target: { value: 'T' } }))).toEqual(['title'])
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

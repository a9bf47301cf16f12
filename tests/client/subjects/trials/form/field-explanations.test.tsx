// @vitest-environment happy-dom
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Explanation } from '../../../../../src/client/subjects/trials/design/explanation'
import { ROW_FIELDS } from '../../../../../src/client/subjects/trials/form/field-words'
import { effectOf, FORM_SECTIONS } from '../../../../../src/client/subjects/trials/form/form-sections'
import { FIELD_NAMES, rowOf } from '../../../../../src/client/subjects/trials/form/trial-fields'
import { fieldsOf, openSettings } from './open-settings'

/*
 * Each field of a trial's form has a description and an example. Its effect on allocation is described there or above
 * it.
 */

const EXPLAINED: [string, Explanation][] = [
  ...FIELD_NAMES.map((field): [string, Explanation] => [field, rowOf(field).explanation]),
  ...Object.entries(ROW_FIELDS).flatMap(([list, fields]) =>
    Object.entries(fields).map(([field, { explanation }]): [string, Explanation] => [`${list}: ${field}`, explanation]),
  ),
]

const sentencesIn = (text: string): string[] => text.split(/(?<=[.:])\s+(?=[A-Z])/)
const wordsIn = (text: string): number => text.split(/\s+/).length

/** The description of an input for screen readers: its own, and that of its row. */
const describedBy = (input: Element): string =>
  [input, input.closest('fieldset[aria-describedby]')]
    .flatMap((element) => (element?.getAttribute('aria-describedby') ?? '').split(' '))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('the explanation of a field', () => {
  it.each(EXPLAINED)(
    '%s is sentences of 20 words at most, with an example',
    (_field, { says, example, allocation }) => {
      for (const sentence of [...sentencesIn(says), ...(allocation === null ? [] : sentencesIn(allocation))]) {
        expect(sentence).toMatch(/[.:]$/)
        expect(wordsIn(sentence)).toBeLessThanOrEqual(20)
      }
      expect(sentencesIn(says).length).toBeLessThanOrEqual(3)
      expect(example).toMatch(/\S/)
      expect(example).not.toMatch(/\.$/)
      expect(wordsIn(example)).toBeLessThanOrEqual(19)
    },
  )

  it('is different for every field', () => {
    const sentences = FIELD_NAMES.map((field) => rowOf(field).explanation.says)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it.each(['allocation_method_id', 'randomisation_method_id', 'exclude_flagged_participants', 'trial_strata'] as const)(
    '%s says that the first participant fixes it',
    (field) => {
      expect(rowOf(field).explanation.says).toMatch(/ cannot be changed after the first participant\.$/)
    },
  )

  it('says of the code at dispensing that packs get it only at their import', () => {
    expect(rowOf('is_confirmable').explanation.says).toContain('Packs get them at their import only')
  })

  it('is the description of every input of the form', async () => {
    const form = await openSettings()
    const without = fieldsOf(form).filter((input) => !describedBy(input).includes('Example: '))
    expect(without.map((input) => input.getAttribute('data-path'))).toEqual([])
  })
})

describe('the effect of a section on allocation', () => {
  it('is stated once above its fields, unless each of them states its own', async () => {
    const form = await openSettings()
    for (const { id, title } of FORM_SECTIONS) {
      const section = within(form).getByRole('region', { name: title })
      const effect = effectOf(id, false)
      if (effect !== null) within(section).getByText(effect)
    }
    expect(effectOf('organisation', true)).toBe('Nothing in this section affects allocation.')
    expect(effectOf('allocation', true)).toBeNull()
  })

  it('names the fields that have one, and for an existing trial only its own fields', () => {
    expect(effectOf('general', true)).toBe('Only “Status” can affect allocation.')
    expect(effectOf('general', false)).toBe('Nothing in this section affects allocation.')
    expect(effectOf('packs', false)).toBe(
      'Only “The trial manages packs” and “Sites manage packs” can affect allocation.',
    )
  })
})

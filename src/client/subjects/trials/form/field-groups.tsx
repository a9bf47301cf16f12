import { Fragment, memo, type ComponentType } from 'react'
import {
  AmountField,
  CheckField,
  ChoiceField,
  DayField,
  LongTextField,
  TextField,
  WholeNumberField,
} from './form-fields'
import { isSameField } from './same-props'
import type { FieldProps, SectionProps } from './section-props'
import { ExpiryNote } from './sections/expiry-note'
import { AllocationMethodField, RandomisationMethodField } from './sections/method-fields'
import { ZoneField } from './sections/zone-field'
import { rowOf, type FieldKind, type TrialField } from './trial-fields'
import classes from './trial-form.module.css'

/** The input of each kind of field. Settings of a method stand with the method, and rows in a section of their own. */
const INPUTS: Record<FieldKind, ComponentType<FieldProps> | null> = {
  text: TextField,
  'long text': LongTextField,
  day: DayField,
  'time zone': ZoneField,
  'whole number': WholeNumberField,
  amount: AmountField,
  switch: CheckField,
  choice: ChoiceField,
  'allocation method': AllocationMethodField,
  'randomisation method': RandomisationMethodField,
  'method setting': null,
  expiry: ExpiryNote,
  rows: null,
}

/** Kinds that share a layout where they follow each other. */
const LAYOUTS: Partial<Record<FieldKind, 'switches' | 'fields'>> = {
  switch: 'switches',
  day: 'fields',
  amount: 'fields',
}

/** The applicable fields among these, in their order; switches stand close together, dates side by side. */
export function FieldGroups({ fields, ...props }: SectionProps & { fields: readonly TrialField[] }) {
  return groupsOf(fields.filter((field) => isShown(field, props))).map((group) => {
    const [first] = group
    const layout = first === undefined ? undefined : LAYOUTS[rowOf(first).kind]
    const inputs = group.map((field) => <Field key={field} {...props} field={field} />)
    return layout === undefined ? (
      <Fragment key={first}>{inputs}</Fragment>
    ) : (
      <div key={first} className={layout === 'fields' ? classes['fields'] : undefined}>
        {inputs}
      </div>
    )
  })
}

const Field = memo(function Field(props: FieldProps) {
  const Input = INPUTS[rowOf(props.field).kind]
  return Input !== null && <Input {...props} />
}, isSameField)

const isShown = (field: TrialField, { form, subject }: SectionProps): boolean => {
  const { isOnlyForNew = false, onlyWith } = rowOf(field)
  return (subject.trial === null || !isOnlyForNew) && (onlyWith === undefined || form.values[onlyWith])
}

/** Fields of one layout that follow each other as one group; every other field is a group of its own. */
const groupsOf = (fields: readonly TrialField[]): TrialField[][] => {
  const groups: TrialField[][] = []
  for (const field of fields) {
    const layout = LAYOUTS[rowOf(field).kind]
    const last = groups.at(-1)
    const [first] = last ?? []
    if (last !== undefined && first !== undefined && layout !== undefined && LAYOUTS[rowOf(first).kind] === layout)
      last.push(field)
    else groups.push([field])
  }
  return groups
}

import { Text } from '@mantine/core'
import { FieldGroups } from '../field-groups'
import { fieldsOf } from '../form-sections'
import type { SectionProps } from '../section-props'

/** Whether study packs are allocated with the groups; the other fields apply only then. */
export function PacksSection(props: SectionProps) {
  return (
    <>
      <FieldGroups {...props} fields={SWITCH} />
      {props.subject.isBlinded && (
        <Text c="dimmed">You are blinded, so you cannot change the settings that are greyed out.</Text>
      )}
      <FieldGroups {...props} fields={fieldsOf('packs').filter((field) => field !== 'is_managing_packs')} />
    </>
  )
}

const SWITCH = ['is_managing_packs'] as const

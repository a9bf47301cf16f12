import { createExternalAccount } from '#contract/identity'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft, IconUserPlus } from '@tabler/icons-react'
import * as v from 'valibot'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { useSchemaForm } from '../../../action/use-schema-form'
import { ActionRefused } from '../../../action/action-refused'

const { first_name, last_name, email } = createExternalAccount.body.entries
const person = v.object({ first_name, last_name, email })
type Person = v.InferOutput<typeof person>

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text', autoComplete: 'given-name', limit: 127, isRequired: true },
  { name: 'last_name', label: 'Last name', type: 'text', autoComplete: 'family-name', limit: 127, isRequired: false },
  { name: 'email', label: 'Email address', type: 'email', autoComplete: 'email', limit: 254, isRequired: true },
] as const

type CreationFormProps = {
  initial: Person
  error: unknown
  isSending: boolean
  onSubmit: (person: Person) => void
}

/** Name and email address of the new identity; a server's refusal of a field is shown until the field changes. */
export function CreationForm({ initial, error, isSending, onSubmit }: CreationFormProps) {
  const { form, submit } = useSchemaForm(person, initial, error)
  return (
    <form noValidate onSubmit={submit(onSubmit)}>
      <Stack gap="md" maw="32rem">
        <Text>The account is for this service alone. We will email you a link to choose a password.</Text>
        {FIELDS.map(({ name, label, type, autoComplete, limit, isRequired }) => (
          <TextInput
            key={form.key(name)}
            label={label}
            type={type}
            required={isRequired}
            description={isRequired ? undefined : 'Leave it empty if you have only one name.'}
            autoComplete={autoComplete}
            maxLength={limit}
            {...form.getInputProps(name)}
          />
        ))}
        <ActionRefused
          title="The identity was not created"
          error={error}
          shownFields={FIELDS.map(({ name }) => name)}
        />
        <Group gap="sm">
          <Button type="submit" leftSection={<IconUserPlus size={20} aria-hidden="true" />} loading={isSending}>
            Create identity
          </Button>
          <LinkButton
            {...paths.idpAssociation()}
            variant="default"
            disabled={isSending}
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          >
            Cancel and go back
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

import { providerTitle } from '#domain/sign-in/identity'
import type { User } from '#contract/users'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../../../ui/empty-state'
import { Instant } from '../../../../ui/instant'
import { RecordList, type Column } from '../../../../ui/record-list'
import { DELETE_ALL, DeleteAssociationsDialog } from './delete-associations-dialog'
import { InviteButton } from './invite-button'
import type { Association } from './use-delete-associations'

/** The accounts at identity providers with which the user signs in; each can be ended, and another invited. */
export function Associations({ user }: { user: User }) {
  const [chosen, setChosen] = useState<readonly Association[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const choose = (associations: readonly Association[]) => {
    setChosen(associations)
    setIsOpen(true)
  }
  const all = user.user_profiles
  const deletion = (association: Association) => (
    <DeleteButton association={association} onDelete={() => choose([association])} />
  )
  return (
    <section aria-labelledby="associations">
      <Title order={2} id="associations" mb="sm">
        IdP associations
      </Title>
      {all.length === 0 ? (
        <EmptyState title="No IdP associations">
          This user has not associated an account to sign in with yet.
        </EmptyState>
      ) : (
        <RecordList
          label="IdP associations"
          rows={all}
          keyOf={({ id }) => id}
          columns={[...COLUMNS, { header: 'Actions', cell: deletion, isFigure: true, isPinned: true }]}
          renderCard={(association) => (
            <Stack gap="xs">
              <Group justify="space-between">
                <Text fw={600}>{providerTitle(association.idp)}</Text>
                <Instant at={association.created_at} zone={null} />
              </Group>
              <Group>{deletion(association)}</Group>
            </Stack>
          )}
        />
      )}
      <Stack gap="xl" mt="md" align="flex-start">
        <InviteButton user={user} />
        {all.length > 0 && (
          <Button
            variant="outline"
            color="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => choose(all)}
          >
            {DELETE_ALL}
          </Button>
        )}
      </Stack>
      <DeleteAssociationsDialog
        user={user}
        associations={chosen}
        isAll={chosen.length === all.length && chosen.length > 1}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </section>
  )
}

const COLUMNS: Column<Association>[] = [
  { header: 'IdP', cell: ({ idp }) => providerTitle(idp) },
  { header: 'Associated at', cell: ({ created_at }) => <Instant at={created_at} zone={null} /> },
]

function DeleteButton({ association: { idp }, onDelete }: { association: Association; onDelete: () => void }) {
  return (
    <Button
      variant="outline"
      color="red"
      leftSection={<IconTrash size={20} aria-hidden="true" />}
      aria-label={`Delete IdP association: ${providerTitle(idp)}`}
      onClick={onDelete}
    >
      Delete
    </Button>
  )
}

import { providerTitle } from '#domain/sign-in/identity'
import type { User } from '#contract/users'
import { Button, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../../../ui/empty-state'
import { formatInstant } from '../../../../ui/format-time'
import { Instant } from '../../../../ui/instant'
import type { Column } from '../../../../ui/record-column'
import { RecordList } from '../../../../ui/record-list'
import { DELETE_ALL, DeleteAssociationsDialog } from './delete-associations-dialog'
import { InviteButton } from './invite-button'
import type { Association } from './use-delete-associations'

/** The accounts at identity providers with which the user signs in; each can be ended, and another invited. */
export function Associations({ user }: { user: User }) {
  const [chosen, setChosen] = useState<readonly Association[]>([])
  const [isOpen, { open, close }] = useDisclosure()
  const choose = (associations: readonly Association[]) => {
    setChosen(associations)
    open()
  }
  const all = user.user_profiles
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
          columns={COLUMNS}
          renderActions={(association) => (
            <DeleteButton association={association} onDelete={() => choose([association])} />
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
        onClose={close}
      />
    </section>
  )
}

const COLUMNS: readonly Column<Association>[] = [
  { key: 'idp', header: 'IdP', cell: ({ idp }) => providerTitle(idp), inCard: 'title' },
  {
    key: 'created_at',
    header: 'Associated at',
    cell: ({ created_at }) => <Instant at={created_at} zone={null} />,
    inCard: 'corner',
  },
]

type DeleteButtonProps = { association: Association; onDelete: () => void }

/** A user may have several accounts at one provider: the time tells them apart. */
function DeleteButton({ association: { idp, created_at }, onDelete }: DeleteButtonProps) {
  return (
    <Button
      variant="outline"
      color="red"
      leftSection={<IconTrash size={20} aria-hidden="true" />}
      aria-label={`Delete IdP association: ${providerTitle(idp)}, ${formatInstant(created_at, null)}`}
      onClick={onDelete}
    >
      Delete
    </Button>
  )
}

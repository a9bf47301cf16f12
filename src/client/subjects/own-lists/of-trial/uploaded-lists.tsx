import type { AllocationList } from '#contract/allocation-lists'
import { Text, Title } from '@mantine/core'
import { UserLink } from '../../../record-links/user-link'
import { CopyableId } from '../../../ui/copyable-id'
import { Definitions } from '../../../ui/definitions'
import { formatNumber } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'

type UploadedListsProps = { lists: AllocationList['lists']; zone: string }

/** Every list that was uploaded, the latest first: who, when, and the hash that commits to its rows. */
export function UploadedLists({ lists, zone }: UploadedListsProps) {
  return (
    <section aria-labelledby="uploaded-lists">
      <Title order={3} id="uploaded-lists" mb="xs">
        Uploaded lists
      </Title>
      {lists.length === 0 && <Text>No list was uploaded yet.</Text>}
      {lists.toReversed().map((list) => (
        <section key={list.number} aria-label={`List ${list.number}`}>
          <Title order={4} size="h5" mt="sm" mb="xs">
            List {list.number}: {stateOf(list)}
          </Title>
          <Definitions
            items={[
              ['Rows', formatNumber(list.rows)],
              [
                'Uploaded',
                <>
                  <Instant at={list.uploaded_at} zone={zone} /> by <UserLink user={list.uploaded_by} isInText />
                </>,
              ],
              [
                'Confirmed',
                list.confirmed_by === null || list.confirmed_at === null ? (
                  'Not yet'
                ) : (
                  <>
                    <Instant at={list.confirmed_at} zone={zone} /> by <UserLink user={list.confirmed_by} isInText />
                  </>
                ),
              ],
              ['Commitment', <CopyableId key="hash" value={list.hash} label="Commitment of the list" />],
            ]}
          />
        </section>
      ))}
    </section>
  )
}

const stateOf = ({ is_in_force, confirmed_at }: AllocationList['lists'][number]): string => {
  if (is_in_force) return 'in use'
  return confirmed_at === null ? 'not confirmed' : 'confirmed'
}

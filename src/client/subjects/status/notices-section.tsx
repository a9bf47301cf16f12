import { endNotice, type WrittenNotice } from '#contract/notices'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconSpeakerphone } from '@tabler/icons-react'
import { ActionRefused } from '../../action/action-refused'
import { useAction } from '../../action/use-action'
import { writtenNoticesQuery } from '../../api/notice-queries'
import { QueryView } from '../../device/offline/query-view'
import { ServerButton } from '../../device/offline/server-button'
import { UserLink } from '../../record-links/user-link'
import { Instant } from '../../ui/instant'
import { NoticeDialog } from './notice-dialog'

/** The present and future notices, with a button that ends each, and one to write another. */
export function NoticesSection() {
  const query = useQuery(writtenNoticesQuery)
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <section aria-labelledby="notices">
      <Title order={2} size="h3" id="notices" mb="sm">
        Notices
      </Title>
      <QueryView query={query} loading={<Skeleton height="3rem" />}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">No notice is shown. Write one before planned maintenance.</Text>
          ) : (
            <ul className="plain-list">
              {data.map((notice) => (
                <OneNotice key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Button mt="sm" variant="default" leftSection={<IconSpeakerphone size={20} aria-hidden="true" />} onClick={open}>
        Write a notice
      </Button>
      <NoticeDialog isOpen={isOpen} onClose={close} />
    </section>
  )
}

/** Its times are by the clock of this device, as they are entered. */
function OneNotice({ notice }: { notice: WrittenNotice }) {
  const end = useAction(endNotice, () => ({ parameters: { notice_id: String(notice.id) }, body: {} }))
  return (
    <li>
      <Group justify="space-between" py="xs">
        <Stack gap={0} maw="40rem">
          <span>{notice.text}</span>
          <Text size="sm" c="dimmed">
            <Instant at={notice.shown_from} zone={null} /> to <Instant at={notice.shown_until} zone={null} />, by{' '}
            <UserLink user={notice.created_by} isInText />
            {notice.is_on_sign_in && '. Also on the sign-in page.'}
          </Text>
        </Stack>
        <ServerButton
          action="viewStatus"
          variant="default"
          loading={end.isPending}
          aria-label={`End notice ${notice.id}`}
          onClick={() => end.mutate()}
        >
          End this notice
        </ServerButton>
      </Group>
      <ActionRefused title="The notice was not ended" error={end.error} />
    </li>
  )
}

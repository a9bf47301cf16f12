import { api } from '#contract/api'
import type { WallView } from '#contract/wall-views'
import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { wallViewsQuery } from '../../../../api/screen-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { ServerButton } from '../../../../device/offline/server-button'
import { Announced } from '../../../../ui/announced'
import { CopyableId } from '../../../../ui/copyable-id'
import { Instant } from '../../../../ui/instant'
import { UserLink } from '../../../../record-links/user-link'
import { useTrialPage } from '../trial-page'

/** Makes a wall view, shows its link once, and lists the open ones. */
export function WallViewList({ trialId }: { trialId: number }) {
  const parameters = { trial_id: String(trialId) }
  const views = useQuery(wallViewsQuery(trialId))
  const [address, setAddress] = useState<string | null>(null)
  const create = useAction(api.createWallView, () => ({ parameters, body: {} }), {
    onDone: (made) => setAddress(made.address),
  })
  return (
    <Stack>
      <Text>
        A wall view shows this trial’s title and totals on a screen, without sign-in. It shows no names, study groups or
        single sites. Anyone with the link can see it until you end it.
      </Text>
      {address === null ? (
        <ServerButton action="changeSettings" loading={create.isPending} onClick={() => create.mutate()}>
          Create a wall view
        </ServerButton>
      ) : (
        <Announced>
          <Alert role="note" color="green" title="Wall view created" icon={<IconLink aria-hidden="true" />}>
            Copy the link now. It is shown only once.
            <br />
            <CopyableId value={address} label="Link" />
          </Alert>
        </Announced>
      )}
      <ActionRefused title="The wall view was not created" error={create.error} />
      <section aria-label="Open wall views">
        <Title order={3} mb="xs">
          Open wall views
        </Title>
        <QueryView query={views} loading={<Skeleton height="3rem" />}>
          {({ data }) =>
            data.length === 0 ? (
              <Text c="dimmed">No wall view is open.</Text>
            ) : (
              <ul className="plain-list">
                {data.map((view) => (
                  <OpenView key={view.id} trialId={trialId} view={view} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </Stack>
  )
}

function OpenView({ trialId, view }: { trialId: number; view: WallView }) {
  const { trial } = useTrialPage()
  const parameters = { trial_id: String(trialId), wall_view_id: String(view.id) }
  const end = useAction(api.endWallView, () => ({ parameters, body: {} }))
  return (
    <li>
      <Group justify="space-between" py="xs">
        <span>
          Wall view {view.id}, <Instant at={view.created_at} zone={trial.selected_timezone} /> by{' '}
          <UserLink user={view.created_by} isInText />
        </span>
        <ServerButton
          action="changeSettings"
          variant="default"
          loading={end.isPending}
          aria-label={`End wall view ${view.id}`}
          onClick={() => end.mutate()}
        >
          End this view
        </ServerButton>
      </Group>
      <ActionRefused title="The wall view was not ended" error={end.error} />
    </li>
  )
}

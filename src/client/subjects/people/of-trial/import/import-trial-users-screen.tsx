import { visibilityOf } from '#domain/people/blinding'
import { checkTrialUsers, type CheckedTrialUser, type TrialUserCells } from '#domain/people/trial-user-import'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../../../../api/session-queries'
import { ChooseCsv } from '../../../../ui/csv/choose-csv'
import { returnToChoice } from '../../../../ui/csv/return-to-choice'
import { QueryView } from '../../../../device/offline/query-view'
import { ADD_MULTIPLE_USERS } from '../trial-user-words'
import type { WholeTrial } from '../../../trials/trial/whole-trial-page'
import { TrialUsersPage } from '../trial-users-page'
import { FileFormat } from './file-format'
import { TrialUserImportPreview } from './import-preview'
import { TRIAL_USER_FILE, trialUserTemplate } from './trial-user-rows'

const route = getRouteApi('/signed-in/trials/$trialId/users/new/multiple')

/** `/trials/{id}/users/new/multiple`: grants the permissions of a CSV file in the trial, all or none. */
export function ImportTrialUsersScreen() {
  const { trialId } = route.useParams()
  return (
    <TrialUsersPage trialId={trialId} title={ADD_MULTIPLE_USERS} needs="importTrialUsers">
      {(page) => <Import {...page} />}
    </TrialUsersPage>
  )
}

function Import(page: WholeTrial) {
  const me = useQuery(meQuery)
  return (
    <QueryView query={me} loading={<Skeleton height="12rem" />}>
      {({ id }) => <ImportBy viewerId={id} {...page} />}
    </QueryView>
  )
}

function ImportBy({ viewerId, trial, permission }: WholeTrial & { viewerId: number }) {
  const [chosen, setChosen] = useState<{ file: string; rows: CheckedTrialUser[] } | null>(null)
  const read = (file: string, cells: TrialUserCells[]) => {
    const { id: trial_id, sites, is_blinded_users = false, is_blinded_investigators = false } = trial
    const granter = { user_id: viewerId, permission, visibility: visibilityOf(permission) }
    const place = { trial_id, granter, trial: { sites, is_blinded_users, is_blinded_investigators } }
    setChosen({ file, rows: checkTrialUsers(cells, place) })
  }
  if (chosen !== null)
    return <TrialUserImportPreview {...chosen} trial={trial} onClear={() => returnToChoice(() => setChosen(null))} />
  return (
    <Stack gap="md" maw="44rem">
      <Text>
        Upload a CSV file with one row for each permission. If any row is wrong, nothing is added. Its columns are:
      </Text>
      <FileFormat sites={trial.sites} />
      <ChooseCsv
        form={TRIAL_USER_FILE}
        template={{ name: 'trial-users.csv', text: trialUserTemplate() }}
        onRead={read}
      />
    </Stack>
  )
}

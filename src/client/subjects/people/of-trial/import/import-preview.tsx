import { api } from '#contract/api'
import type { RowFault } from '#contract/problem'
import type { NamedUser } from '#contract/trial-users'
import type { Trial } from '#contract/trials'
import { TRIAL_USER_COLUMNS, type CheckedTrialUser } from '#domain/people/trial-user-import'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trialUserPreviewQuery } from '../../../../api/trial-user-queries'
import { refusedRows } from '../../../../api/refused-fields'
import { RowNotes } from '../../../../ui/csv/row-remarks'
import { RowsPreview } from '../../rows-preview'
import { RowsTable, type RowsColumn } from '../../../../ui/csv/rows-table'
import { paths } from '../../../../paths'
import { BLINDING_WORDS } from '../../permission-form/permission-fields'
import { blindingOf } from '../../permission-form/permission-values'
import { counted, formatNumber } from '../../../../ui/format-number'
import { QueryView } from '../../../../device/offline/query-view'
import { toastSuccess } from '../../../../ui/toasts'
import { USER_ADDITION_FAILED } from '../trial-user-words'
import { inFile, notesIn, problemsIn } from './trial-user-rows'
import { useAction } from '../../../../action/use-action'

/** Thousands of permissions take a few seconds; a slow line takes longer to send them. */
const PATIENCE_MS = 180_000

type TrialUserImportPreviewProps = {
  file: string
  rows: readonly CheckedTrialUser[]
  trial: Trial
  onClear: () => void
}

/**
 * The permissions that a file would grant, shown before it is sent: each user by name, so that a wrong digit is seen.
 */
export function TrialUserImportPreview(props: TrialUserImportPreviewProps) {
  const { rows, trial } = props
  const list = useMemo(
    () => ({
      user_ids: [...new Set(rows.flatMap(({ requested }) => requested.user_id ?? []))],
      permissions: rows.map(({ entry }) => entry),
    }),
    [rows],
  )
  const preview = useQuery(trialUserPreviewQuery(trial.id, list))
  return (
    <QueryView query={preview} loading={<Skeleton height="12rem" />}>
      {(answer) => <NamedPreview {...props} people={answer.data} stored={answer.rows} />}
    </QueryView>
  )
}

type NamedPreviewProps = TrialUserImportPreviewProps & {
  people: readonly NamedUser[]
  /** The server's faults of the rows. */
  stored: readonly RowFault[]
}

function NamedPreview({ file, rows, trial, people, stored, onClear }: NamedPreviewProps) {
  const navigate = useNavigate()
  const add = useAction(
    api.grantManyPermissions,
    () => ({ body: rows.flatMap(({ entry }) => (entry === null ? [] : [entry])) }),
    {
      timeout_ms: PATIENCE_MS,
      onDone: async ({ data }) => {
        const added = new Set(data.map(({ user_id }) => user_id))
        toastSuccess(
          added.size === 1
            ? '1 user added to trial successfully'
            : `${formatNumber(added.size)} users added to trial successfully`,
        )
        await navigate(paths.trialUsers(trial.id))
      },
    },
  )
  const rowProblems = useMemo(() => problemsIn(rows, people, stored), [rows, people, stored])
  const problems = useMemo(() => [...rowProblems, ...refusedRows(add.error).map(inFile)], [rowProblems, add.error])
  const columns = useMemo(() => columnsOf(trial, people), [trial, people])
  return (
    <RowsPreview
      summary={`${counted(rows.length, 'permission')} in ${file}`}
      problems={problems}
      titles={TITLES}
      refused={USER_ADDITION_FAILED}
      error={add.error}
      isSending={add.isPending}
      sending={`Adding ${counted(rows.length, 'permission')}. If one fails, none is added.`}
      submit="Add users"
      onSend={() => add.mutate()}
      onClear={onClear}
    >
      <RowNotes remarks={useMemo(() => notesIn(rows), [rows])} titles={TITLES} />
      <RowsTable label="Permissions in the file" rows={rows} columns={columns} problems={problems} />
    </RowsPreview>
  )
}

/** A list names a column as the file does, so that it is found there. */
const TITLES = Object.fromEntries(TRIAL_USER_COLUMNS.map((name) => [name, name]))

const columnsOf = (
  { sites }: Pick<Trial, 'sites'>,
  people: readonly NamedUser[],
): readonly RowsColumn<CheckedTrialUser>[] => {
  const titles = new Map(sites.map(({ id, title }) => [id, title]))
  const byId = new Map(people.map((person) => [person.id, person]))
  const personOf = ({ requested }: CheckedTrialUser) => byId.get(requested.user_id ?? 0)
  return [
    { name: 'user_id', title: 'User ID', width: 5.5, text: ({ cells }) => cells.user_id },
    { name: 'name', title: 'Name', width: 10, text: (row) => nameAndState(personOf(row)) },
    { name: 'email', title: 'Email address', width: 13.5, text: (row) => personOf(row)?.email ?? '' },
    {
      name: 'role_level',
      title: 'Role',
      width: 10.5,
      text: ({ requested, cells }) => requested.role?.title ?? cells.role_level,
    },
    {
      name: 'site_id',
      title: 'Site',
      width: 7.5,
      text: ({ requested, cells }) => titles.get(requested.site_id ?? 0) ?? (cells.site_id || wholeTrial(requested)),
    },
    {
      name: 'blinding_level',
      title: 'Blinding level',
      width: 8,
      text: ({ requested }) => BLINDING_WORDS[blindingOf(requested)].label,
    },
    {
      name: 'delegated_unblind',
      title: 'Delegated unblind',
      width: 8.5,
      text: ({ requested, entry }) => yesOrNo((entry ?? requested).is_unblind_authorized),
    },
    {
      name: 'delegated_study_packs',
      title: 'Delegated packs',
      width: 8,
      text: ({ requested, entry }) => yesOrNo((entry ?? requested).has_study_packs_access),
    },
  ]
}

/** The name, and the reason why the person cannot sign in at present. */
const nameAndState = (person: NamedUser | undefined): string => {
  if (person === undefined) return ''
  if (!person.is_active) return `${person.name} (inactive)`
  return person.is_expired ? `${person.name} (expired)` : person.name
}

const wholeTrial = ({ role }: CheckedTrialUser['requested']): string => (role === null ? '' : 'All sites')
const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

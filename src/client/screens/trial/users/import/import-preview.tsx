import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { TRIAL_USER_COLUMNS, type CheckedTrialUser } from '#domain/trial-user-import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { refusedRows } from '../../../../csv/refused-rows'
import { RowNotes } from '../../../../csv/row-remarks'
import { RowsPreview } from '../../../../csv/rows-preview'
import { RowsTable, type RowsColumn } from '../../../../csv/rows-table'
import { paths } from '../../../../paths'
import { BLINDING_WORDS } from '../../../../permission-form/permission-fields'
import { blindingOf } from '../../../../permission-form/permission-values'
import { refreshPermissions } from '../../../../permission-form/refresh-permissions'
import { PERMISSION_CHANGE } from '../../../../permission-form/use-save-permission'
import { counted, formatNumber } from '../../../../ui/format-number'
import { toastSuccess } from '../../../../ui/toasts'
import { USER_ADDITION_FAILED } from '../trial-user-words'
import { inFile, notesIn, problemsIn } from './trial-user-rows'

/** Thousands of permissions take a few seconds; a slow line takes longer to send them. */
const PATIENCE_MS = 180_000

type ImportPreviewProps = { file: string; rows: readonly CheckedTrialUser[]; trial: Trial; onClear: () => void }

/** What a file would give to whom, to be looked at before it is sent. */
export function ImportPreview({ file, rows, trial, onClear }: ImportPreviewProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const add = useMutation({
    mutationKey: PERMISSION_CHANGE,
    mutationFn: async () => {
      const body = rows.flatMap(({ entry }) => (entry === null ? [] : [entry]))
      return answerOf(await call(api.grantManyPermissions, { body }, { idempotency_key, timeout_ms: PATIENCE_MS }))
    },
    onSuccess: async ({ data }) => {
      await refreshPermissions(client)
      const people = new Set(data.map(({ user_id }) => user_id))
      toastSuccess(`${formatNumber(people.size)} users added to trial successfully`)
      await navigate(paths.trialUsers(trial.id))
    },
  })
  const known = useMemo(() => problemsIn(rows), [rows])
  const problems = useMemo(() => [...known, ...refusedRows(add.error).map(inFile)], [known, add.error])
  const columns = useMemo(() => columnsOf(trial), [trial])
  return (
    <RowsPreview
      summary={`${file} holds ${counted(rows.length, 'permission')}.`}
      problems={problems}
      titles={TITLES}
      refused={USER_ADDITION_FAILED}
      error={add.error}
      isSending={add.isPending}
      sending={`Adding ${counted(rows.length, 'permission')}. Nothing is added unless all of them are.`}
      submit="Add users"
      onSend={() => add.mutate()}
      onClear={onClear}
    >
      <RowNotes remarks={useMemo(() => notesIn(rows), [rows])} titles={TITLES} />
      <RowsTable label="Permissions in the file" rows={rows} columns={columns} problems={problems} />
    </RowsPreview>
  )
}

/** In a list a column goes by its name in the file, so that it is found there. */
const TITLES = Object.fromEntries(TRIAL_USER_COLUMNS.map((name) => [name, name]))

const columnsOf = ({ sites }: Pick<Trial, 'sites'>): readonly RowsColumn<CheckedTrialUser>[] => {
  const titles = new Map(sites.map(({ id, title }) => [id, title]))
  return [
    { name: 'user_id', title: 'User ID', text: ({ cells }) => cells.user_id },
    { name: 'role_level', title: 'Role', text: ({ asked, cells }) => asked.role?.title ?? cells.role_level },
    {
      name: 'site_id',
      title: 'Site',
      text: ({ asked, cells }) => titles.get(asked.site_id ?? 0) ?? (cells.site_id || wholeTrial(asked)),
    },
    { name: 'blinding_level', title: 'Blinding level', text: ({ asked }) => BLINDING_WORDS[blindingOf(asked)].label },
    {
      name: 'delegated_unblind',
      title: 'Delegated unblind',
      text: ({ asked, entry }) => yesOrNo((entry ?? asked).is_unblind_authorized),
    },
    {
      name: 'delegated_study_packs',
      title: 'Delegated packs',
      text: ({ asked, entry }) => yesOrNo((entry ?? asked).has_study_packs_access),
    },
  ]
}

const wholeTrial = ({ role }: CheckedTrialUser['asked']): string => (role === null ? '' : 'All sites')
const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

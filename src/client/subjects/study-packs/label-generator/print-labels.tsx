import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { LABEL_SHEETS, labelSheetOf, type LabelSheetId } from '#domain/study-packs/label-sheet'
import { NO_STUDY_PACKS } from '#domain/study-packs/study-pack'
import { Group, Radio, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { hashKey, useQuery } from '@tanstack/react-query'
import { IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { answerOfServer } from '../../../api/answer-at-hand'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { ServerButton } from '../../../device/offline/server-button'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { counted } from '../../../ui/format-number'
import { LinkButton } from '../../../ui/link-button'
import { QueryView } from '../../../device/offline/query-view'
import { chosenPacks, type LabelChoice } from './chosen-packs'
import { LabelPreview } from './label-preview'

type Batches = ReceivedAnswer<typeof api.listStudyPacks>['data']

/** Thousands of labels take the server a while, in milliseconds. */
const LABELS_TIMEOUT_MS = 120_000

type PrintLabelsProps = {
  trial: Trial
  /** Whether it is the main action of the page. */
  isMain: boolean
}

/** Labels of existing packs, on sheets to print. */
export function PrintLabels({ trial, isMain }: PrintLabelsProps) {
  const packs = useQuery({ ...studyPacksQuery(trial.id), select: answerOfServer })
  return (
    <QueryView query={packs} loading={<Skeleton height="16rem" aria-hidden="true" />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title={NO_STUDY_PACKS}
            action={<LinkButton {...paths.importStudyPacks(trial.id)}>Import study packs</LinkButton>}
          >
            Labels can be printed only for imported packs.
          </EmptyState>
        ) : (
          <LabelForm trial={trial} isMain={isMain} batches={data} />
        )
      }
    </QueryView>
  )
}

/** The chosen labels, and their PDF once it is made. */
type Labels = { choice: LabelChoice; sheet: LabelSheetId; made: Uint8Array<ArrayBuffer> | null }
type SentLabels = { choice_key: string; body: SentBody<typeof api.printStudyPackLabels> }

function LabelForm({ trial, isMain, batches }: PrintLabelsProps & { batches: Batches }) {
  const [labels, setLabels] = useState<Labels>({
    choice: { batch_id: batches.length === 1 ? (batches[0]?.batch_id ?? '') : '', site_id: '', only: '' },
    sheet: LABEL_SHEETS[0].id,
    made: null,
  })
  const { choice, sheet, made } = labels
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { packs, faults } = chosenPacks(batches, choice)
  const make = useAction(
    api.printStudyPackLabels,
    ({ body }: SentLabels) => ({ parameters: { trial_id: String(trial.id) }, body }),
    {
      timeout_ms: LABELS_TIMEOUT_MS,
      isFailureShownInPlace: true,
      // The choice may have changed since: one batch's labels must not be downloaded under the name of another.
      onDone: (pdf, { choice_key }) =>
        setLabels((now) => (choiceKey(now) === choice_key ? { ...now, made: pdf } : now)),
    },
  )
  const { columns, rows } = labelSheetOf(sheet)
  const pages = Math.ceil(packs.length / (columns * rows))
  const change = ({ sheet: chosen, ...changed }: Partial<LabelChoice & Pick<Labels, 'sheet'>>) => {
    make.reset()
    setLabels((now) => ({ choice: { ...now.choice, ...changed }, sheet: chosen ?? now.sheet, made: null }))
  }
  const submit = () => {
    setIsSubmitted(true)
    if (make.isPending) return
    setLabels((now) => ({ ...now, made: null }))
    // The same content, though the list may have more packs by now: the labels may be printed already.
    if (make.isUnknown) make.sendAgain()
    else if (packs.length > 0 && faults.length === 0)
      make.mutate({ choice_key: choiceKey(labels), body: { study_pack_ids: packs.map(({ id }) => id), sheet } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Text>Labels never show the study group.</Text>
        <Select
          label="Batch"
          required
          allowDeselect={false}
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          placeholder="Choose a batch"
          data={batches.map(({ batch_id, study_packs }) => ({
            value: batch_id,
            label: `${batch_id}, ${counted(study_packs.length, 'pack')}`,
          }))}
          value={choice.batch_id === '' ? null : choice.batch_id}
          error={isSubmitted && choice.batch_id === '' ? 'Choose the batch' : null}
          onChange={(batch_id) => change({ batch_id: batch_id ?? '' })}
        />
        <Select
          label="Site"
          clearable
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          placeholder="Every site"
          data={trial.sites.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={choice.site_id === '' ? null : choice.site_id}
          onChange={(site_id) => change({ site_id: site_id ?? '' })}
        />
        <Textarea
          label="Limit to these packs"
          description="One ID per line, or separated by commas or spaces. Leave it empty for all packs of the batch."
          autosize
          minRows={1}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'identifier' }}
          value={choice.only}
          error={faults.length > 0 ? faults.join('. ') : null}
          onChange={(event) => change({ only: event.currentTarget.value })}
        />
        <Radio.Group
          label="Sheet"
          value={sheet}
          onChange={(chosen) =>
            change({ sheet: LABEL_SHEETS.find(({ id }) => id === chosen)?.id ?? LABEL_SHEETS[0].id })
          }
        >
          {LABEL_SHEETS.map(({ id, name }) => (
            <Radio key={id} value={id} label={name} />
          ))}
        </Radio.Group>
        <ActionRefused title="No labels were created" error={make.error} />
        <Group>
          <ServerButton
            action="makeLabels"
            type="submit"
            size="lg"
            variant={isMain && made === null ? 'filled' : 'default'}
            leftSection={<IconTags size={20} aria-hidden="true" />}
            loading={make.isPending}
            disabled={choice.batch_id !== '' && (packs.length === 0 || faults.length > 0)}
          >
            {packs.length === 0
              ? 'Create the labels'
              : `Make ${counted(packs.length, 'label')} on ${counted(pages, 'page')}`}
          </ServerButton>
          {choice.batch_id !== '' && packs.length === 0 && faults.length === 0 && (
            <Text>No pack of this batch is at that site.</Text>
          )}
        </Group>
        {made !== null && <LabelPreview pdf={made} name={`labels-${choice.batch_id}.pdf`} isMain={isMain} />}
      </Stack>
    </form>
  )
}

/** The choice as one text, to compare it with what was sent. */
const choiceKey = ({ choice, sheet }: Labels): string => hashKey([choice, sheet])

import { api } from '#contract/api'
import type { GeneratedPack } from '#contract/study-pack-import'
import type { Trial } from '#contract/trials'
import { csvFile } from '#domain/csv'
import { IMPORT_COLUMNS, importCells } from '#domain/study-packs/study-pack-import'
import { Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconPackageImport, IconSparkles } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ActionRefused } from '../../../action/action-refused'
import { call } from '../../../device/call'
import { answerOf } from '../../../api/endpoint-query'
import { useBusyWhile } from '../../../browser/busy'
import { ServerButton } from '../../../device/offline/server-button'
import { paths } from '../../../paths'
import { Announced } from '../../../ui/announced'
import { DayInput } from '../../../ui/day-input'
import { downloadText } from '../../../ui/download-text'
import { counted } from '../../../ui/format-number'
import { WholeNumberInput } from '../../../ui/whole-number-input'
import { setGeneratedRows } from '../import/generated-rows'
import { blankGenerateForm, generateBody, generateFaults, requestedPackCount, type GenerateForm } from './generate-form'
import classes from './label-generator.module.css'

/** Generates packs whose IDs say nothing about their groups: a list for the manufacturer, or for the import. */
export function GeneratePacks({ trial }: { trial: Trial }) {
  const form = useForm<GenerateForm>({
    initialValues: blankGenerateForm(trial),
    validate: (values) => generateFaults(trial, values),
  })
  const generate = useMutation({
    mutationFn: async (values: GenerateForm) =>
      answerOf(
        await call(api.generateStudyPacks, {
          parameters: { trial_id: String(trial.id) },
          body: generateBody(trial, values),
        }),
      ),
    meta: { isFailureShownInPlace: true },
  })
  useBusyWhile('form', form.isDirty())
  const packCount = requestedPackCount(form.values)
  const sites = trial.sites.filter((site) => !site.is_deleted)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => generate.mutate(values))}>
      <Stack gap="md">
        <Text>
          IDs and their order are random, so they do not show the study group. Nothing is saved until you import.
        </Text>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label="Batch"
            required
            autoComplete="off"
            classNames={{ input: 'identifier' }}
            {...form.getInputProps('batch_id')}
          />
          <TextInput
            label="IDs begin with"
            autoComplete="off"
            classNames={{ input: 'identifier' }}
            {...form.getInputProps('prefix')}
          />
        </Group>
        <Fieldset legend={<Text fw={600}>Packs of each study group</Text>} variant="unstyled">
          <div className={classes['counts']}>
            {trial.study_groups.map(({ id, name }) => (
              <WholeNumberInput key={id} label={name} min={0} {...form.getInputProps(`counts.${id}`)} />
            ))}
          </div>
          {form.errors['counts'] !== undefined && (
            <Text c="red" size="sm" mt="xs" role="alert">
              {form.errors['counts']}
            </Text>
          )}
        </Fieldset>
        <Select
          label="Site"
          required={trial.is_site_managing_packs}
          clearable={!trial.is_site_managing_packs}
          comboboxProps={{ withinPortal: false }}
          openOnFocus={false}
          placeholder={trial.is_site_managing_packs ? 'Choose a site' : 'No site'}
          data={sites.map(({ id, title }) => ({ value: String(id), label: title }))}
          {...form.getInputProps('site_id')}
          value={form.values.site_id === '' ? null : form.values.site_id}
          onChange={(site) => form.setFieldValue('site_id', site ?? '')}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <WholeNumberInput label="Duration (days)" min={0} {...form.getInputProps('duration')} />
          <DayInput label="Expires on" {...form.getInputProps('expire_on')} />
        </Group>
        <ActionRefused title="No packs were generated" error={generate.error} />
        <Group>
          <ServerButton
            action="makeLabels"
            type="submit"
            size="lg"
            variant={generate.isSuccess ? 'default' : 'filled'}
            leftSection={<IconSparkles size={20} aria-hidden="true" />}
            loading={generate.isPending}
          >
            {packCount > 0 ? `Generate ${counted(packCount, 'pack')}` : 'Generate packs'}
          </ServerButton>
        </Group>
        {generate.data !== undefined && !generate.isPending && (
          <Generated trial={trial} batch={generate.variables?.batch_id ?? ''} packs={generate.data.data} />
        )}
      </Stack>
    </form>
  )
}

type GeneratedProps = { trial: Trial; batch: string; packs: readonly GeneratedPack[] }

/** The generated packs, for the manufacturer and the import. */
function Generated({ trial, batch, packs }: GeneratedProps) {
  const navigate = useNavigate()
  const download = () =>
    downloadText({
      name: `study-packs-${batch.trim().replaceAll(/[^\w-]+/g, '-')}.csv`,
      type: 'text/csv',
      text: csvFile([[...IMPORT_COLUMNS], ...packs.map((pack) => IMPORT_COLUMNS.map((column) => pack[column]))]),
    })
  const importNow = () => {
    const rows = packs.map((pack) => importCells((column) => String(pack[column] ?? '')))
    setGeneratedRows({ batch_id: batch, rows })
    void navigate(paths.importStudyPacks(trial.id))
  }
  return (
    <Stack gap="sm" className={classes['made']}>
      <Announced>
        <Text fw={700}>{counted(packs.length, 'pack')} generated</Text>
      </Announced>
      <Text>
        The first of them is <span className="identifier">{packs[0]?.pack_id}</span>. This file names study groups and
        confirmation codes. Give it only to the manufacturer. Download or import the packs before you leave.
      </Text>
      <Group gap="sm">
        <Button size="lg" leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={download}>
          Download the CSV for the manufacturer
        </Button>
        <Button
          size="lg"
          variant="default"
          leftSection={<IconPackageImport size={20} aria-hidden="true" />}
          onClick={importNow}
        >
          Import these packs now
        </Button>
      </Group>
    </Stack>
  )
}

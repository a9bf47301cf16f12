import type { Trial } from '#contract/trials'
import { csvText } from '#domain/csv'
import { columnHelp, IMPORT_COLUMNS } from '#domain/study-packs/study-pack-import'
import { MAX_IMPORT_ROWS } from '#contract/study-pack-import'
import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { Definitions } from '../../../ui/definitions'
import { downloadText } from '../../../ui/download-text'
import { CHOOSE_FILE_ID } from '../../../ui/csv/return-to-choice'
import { formatNumber } from '../../../ui/format-number'

/** The page before there is a list: its format, a template, and the choice of one file. */
export function ChooseFile({ trial, onFile }: { trial: Trial; onFile: (file: File) => void }) {
  return (
    <Stack gap="lg" maw="48rem">
      <Group gap="sm">
        <ChooseButton id={CHOOSE_FILE_ID} label="Choose a CSV file" onFile={onFile} />
        <Button
          size="lg"
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          onClick={() => downloadText({ name: 'study-packs-template.csv', type: 'text/csv', text: TEMPLATE })}
        >
          Download the template
        </Button>
      </Group>
      <Text>
        One row for each pack, up to {formatNumber(MAX_IMPORT_ROWS)}. You will see what was read before anything is
        sent. All packs are imported, or none. They will be Inactive.
      </Text>
      <section aria-labelledby="import-columns">
        <Title order={2} size="h3" id="import-columns" mb="xs">
          The columns
        </Title>
        <Definitions items={IMPORT_COLUMNS.map((column) => [column, columnHelp(column, trial)])} />
      </section>
    </Stack>
  )
}

type ChooseButtonProps = { id?: string; label: string; variant?: 'default'; onFile: (file: File) => void }

/** One CSV file, and no other kind. */
export function ChooseButton({ id, label, variant, onFile }: ChooseButtonProps) {
  return (
    <FileButton
      accept=".csv,text/csv"
      onChange={(file) => {
        if (file !== null) onFile(file)
      }}
    >
      {(button) => (
        <Button
          {...button}
          size="lg"
          {...(id === undefined ? {} : { id })}
          {...(variant === undefined ? {} : { variant })}
          leftSection={<IconFileSpreadsheet size={20} aria-hidden="true" />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  )
}

const TEMPLATE = csvText([[...IMPORT_COLUMNS]])

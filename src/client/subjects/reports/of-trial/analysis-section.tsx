import { downloadAnalysis, prepareAnalysisExport } from '#contract/analysis-export'
import type { FormatOf } from '#domain/reports/export'
import { Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { answerOf } from '../../../api/endpoint-query'
import { requestAddress } from '../../../api/request-address'
import { call } from '../../../device/call'
import { ServerButton } from '../../../device/offline/server-button'
import { useDownload } from '../../../action/use-download'

type AnalysisDownload = { content: 'data' | 'dictionary'; format: FormatOf<'analysis'>; label: string }

const DOWNLOADS: readonly AnalysisDownload[] = [
  { content: 'data', format: 'csv', label: 'Download analysis file (.csv)' },
  { content: 'data', format: 'xpt', label: 'Download analysis file (.xpt, SAS)' },
  { content: 'dictionary', format: 'csv', label: 'Download data dictionary (.csv)' },
]

/** Downloads for a trial's statistical analysis, for people who may see its ledger. */
export function AnalysisSection({ trialId }: { trialId: number }) {
  const make = useDownload('The file was not made', async ({ content, format }: AnalysisDownload) => {
    const parameters = { trial_id: String(trialId) }
    const { token } = answerOf(await call(prepareAnalysisExport, { parameters }))
    return requestAddress(downloadAnalysis, { parameters, query: { token, format, content } })
  })
  return (
    <section aria-labelledby="analysis-file">
      <Title order={3} id="analysis-file" mt="xl" mb="xs">
        Analysis file
      </Title>
      <Text mb="md" maw="40rem">
        One row for each participant: study group, chances at the draw, and strata as used and as corrected. For
        unblinded statisticians only. Each download is recorded.
      </Text>
      <Group gap="sm">
        {DOWNLOADS.map((download) => (
          <ServerButton
            key={download.label}
            action="exportList"
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden="true" />}
            loading={make.isPending && make.variables === download}
            onClick={() => make.mutate(download)}
          >
            {download.label}
          </ServerButton>
        ))}
      </Group>
    </section>
  )
}

import { downloadAnalysis, prepareAnalysisExport } from '#contract/analysis-export'
import { Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { answerOf } from '../../../api/endpoint-query'
import { requestAddress } from '../../../api/request-address'
import { call } from '../../../device/call'
import { ServerButton } from '../../../device/offline/server-button'
import { useDownload } from '../../../action/use-download'

type Content = 'data' | 'dictionary'

/** Downloads of what a statistician analyses a trial with, for those who may see its ledger. */
export function AnalysisSection({ trialId }: { trialId: number }) {
  const make = useDownload('The file was not made', async (content: Content) => {
    const parameters = { trial_id: String(trialId) }
    const { token } = answerOf(await call(prepareAnalysisExport, { parameters }))
    return requestAddress(downloadAnalysis, { parameters, query: { token, format: 'csv', content } })
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
        {(['data', 'dictionary'] as const).map((content) => (
          <ServerButton
            key={content}
            action="exportList"
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden="true" />}
            loading={make.isPending && make.variables === content}
            onClick={() => make.mutate(content)}
          >
            {BUTTONS[content]}
          </ServerButton>
        ))}
      </Group>
    </section>
  )
}

const BUTTONS: Record<Content, string> = {
  data: 'Download analysis file (.csv)',
  dictionary: 'Download data dictionary (.csv)',
}

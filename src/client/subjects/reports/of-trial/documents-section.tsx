import { api } from '#contract/api'
import {
  DOCUMENT_FORMATS,
  hasReport,
  TRIAL_DOCUMENT_NAMES,
  TRIAL_DOCUMENTS,
  type DocumentFormat,
  type TrialDocumentName,
} from '#domain/reports/trial-document'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useDownload } from '../../../action/use-download'
import { answerOf } from '../../../api/endpoint-query'
import { requestAddress } from '../../../api/request-address'
import { call } from '../../../device/call'
import { ServerButton } from '../../../device/offline/server-button'

type DocumentsSectionProps = { trial: { id: number; started_on: string | null }; permission: EffectivePermission }
type Wanted = { name: TrialDocumentName; format: DocumentFormat }

/** What each document is for. */
const HOLDS: Record<TrialDocumentName, string> = {
  'randomisation-specification':
    'Text for the protocol: method, stratification, seed and references. Block sizes, chances and limits are not in it.',
  'sealed-appendix': 'Every setting of the design, and the chances of a draw. For unblinded statisticians only.',
  'randomisation-report':
    'Epochs, allocations, deviations, unblindings and sites until now, each with its query. For unblinded readers only.',
}

const CALLS = {
  'randomisation-specification': [api.prepareRandomisationSpecification, api.downloadRandomisationSpecification],
  'sealed-appendix': [api.prepareSealedAppendix, api.downloadSealedAppendix],
  'randomisation-report': [api.prepareRandomisationReport, api.downloadRandomisationReport],
} as const

/** What is said of a format besides the end of its file’s name. */
const FORMATS: Record<DocumentFormat, string> = { docx: ', Word', pdf: '' }

/** Documents on the randomisation of a trial, each for those who may have it. */
export function DocumentsSection({ trial, permission }: DocumentsSectionProps) {
  const make = useDownload('The document was not made', async ({ name, format }: Wanted) => {
    const parameters = { trial_id: String(trial.id) }
    const [prepare, download] = CALLS[name]
    const { token } = answerOf(await call(prepare, { parameters }))
    return requestAddress(download, { parameters, query: { token, format } })
  })
  return (
    <section aria-labelledby="documents">
      <Title order={3} id="documents" mt="xl" mb="xs">
        Documents
      </Title>
      {TRIAL_DOCUMENT_NAMES.filter((name) => can(permission, TRIAL_DOCUMENTS[name].needs)).map((name) => (
        <section key={name} aria-labelledby={name}>
          <Title order={4} id={name} mt="md" mb={4}>
            {TRIAL_DOCUMENTS[name].title}
          </Title>
          <Text mb="sm" maw="40rem">
            {HOLDS[name]} Each download is recorded.
          </Text>
          {name === 'randomisation-report' && !hasReport(trial) ? (
            <Text c="dimmed">It can be generated once the trial has been started.</Text>
          ) : (
            <Group gap="sm">
              {DOCUMENT_FORMATS.map((format) => (
                <ServerButton
                  key={format}
                  action="exportList"
                  variant="default"
                  leftSection={<IconDownload size={20} aria-hidden="true" />}
                  loading={make.isPending && make.variables.name === name && make.variables.format === format}
                  onClick={() => make.mutate({ name, format })}
                >
                  Download {TRIAL_DOCUMENTS[name].title.toLowerCase()} (.{format}
                  {FORMATS[format]})
                </ServerButton>
              ))}
            </Group>
          )}
        </section>
      ))}
    </section>
  )
}

import type { Refusal } from '#contract/errors'
import { MEDIA_TYPES } from '#contract/exports'
import type { Download, InTrial } from '#contract/needs'
import type { TextDocument } from '#domain/documents/text-document'
import type { DocumentFormat, TrialDocumentName } from '#domain/reports/trial-document'
import { accepted, type Outcome } from '#domain/outcome'
import { documentPdf } from '../../../ground/files/document-pdf'
import type { ServerContext } from '../../call/server-context'
import type { TrialView } from '../../call/view'
import { answerToken } from '../answer-token'
import { recordDownload } from '../record-download'

/** Makes a document of a trial as its reader may have it, or refuses it. */
export type MakeDocument = (
  context: ServerContext,
  trial_id: number,
  view: TrialView,
) => Promise<Outcome<TextDocument, Refusal>>

type DocumentCall = {
  context: ServerContext
  parameters: { trial_id: number }
  query: { token: string; format: DocumentFormat }
  request_id: string
}

/** The library that writes Word documents is loaded when the first one is asked for, not when the server starts. */
async function* writtenAsWord(content: TextDocument): AsyncGenerator<Uint8Array, void, undefined> {
  const { documentDocx } = await import('../../../ground/files/document-docx')
  yield* documentDocx(content)
}

const FILES = { docx: writtenAsWord, pdf: documentPdf } as const

/** A document as a file for whom the token stands for. Recorded in the audit log before anything of it leaves. */
export const sendDocument = (
  { context, parameters, query: { token, format }, request_id }: DocumentCall,
  { needs }: { needs: Download<InTrial> },
  report: TrialDocumentName,
  make: MakeDocument,
): Promise<Response> => {
  const { trial_id } = parameters
  const about = { report, trial_id }
  return answerToken({ context, parameters, token, request_id }, needs, about, async ({ actor, view, reading }) => {
    const made = await make(context, trial_id, view)
    // All of it was read in one snapshot: nothing is left to read while it is written.
    await reading.end()
    if (!made.ok) return made
    const form = { kind: 'report_downloaded', format } as const
    await recordDownload(context, { form, about, actor, download: { role: view.permission.role.title }, request_id })
    const content = ReadableStream.from(FILES[format](made.value))
    return accepted({ media_type: MEDIA_TYPES[format], name: `${report}.${format}`, content })
  })
}

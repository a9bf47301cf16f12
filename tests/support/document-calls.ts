import type { DocumentFormat, TrialDocumentName } from '#domain/reports/trial-document'
import { downloadExport, exportToken } from './export-calls'
import type { SignedIn } from './sign-in'

export const documentPath = (trialId: number, name: TrialDocumentName) => `trials/${trialId}/documents/${name}`

/** A document as a person downloads it. Throws where they may not. */
export const documentFile = async (
  { url }: { url: string },
  who: SignedIn,
  { trial_id }: { trial_id: number },
  { name, format }: { name: TrialDocumentName; format: DocumentFormat },
) => {
  const path = documentPath(trial_id, name)
  const { value, problem } = await exportToken(who, path)
  if (value === null) throw new Error(`no token: ${problem?.code}`)
  return downloadExport(url, path, `token=${value.token}&format=${format}`)
}

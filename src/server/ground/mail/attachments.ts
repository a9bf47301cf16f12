import { buffer } from 'node:stream/consumers'
import type { MessageFacts, ServiceMessageFacts } from '../db/message-facts'
import { monthlyPdf } from '../files/monthly-pdf'

/** A file of an email. */
export type Attachment = { filename: string; content: Buffer; contentType: string }

/**
 * The files of an email, made of its facts alone, so that every attempt has the same bytes. `practiceInstance` is the
 * name of an instance that is not for real participants, or null.
 */
export const attachmentsOf = async (
  facts: MessageFacts | ServiceMessageFacts,
  practiceInstance: string | null,
): Promise<Attachment[]> => {
  if (facts.kind !== 'monthly_report') return []
  return [
    {
      filename: `trial-${facts.trial.id}-report-${facts.month}.pdf`,
      content: await buffer(monthlyPdf(facts, practiceInstance)),
      contentType: 'application/pdf',
    },
  ]
}

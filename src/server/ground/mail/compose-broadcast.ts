import type { Letter } from './letter'
import type { BroadcastFacts } from '../db/message-facts'

/** The letter of a broadcast. Blank lines separate its paragraphs. */
export const composeBroadcast = ({ subject, body, by }: BroadcastFacts, publicUrl: string): Letter => ({
  subject: subject.replace(/\s+/g, ' '),
  heading: subject,
  paragraphs: body.replaceAll('\r\n', '\n').split(/\n\s*\n/),
  particulars: [['From', by]],
  because: 'You receive this because you have an account at this service.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

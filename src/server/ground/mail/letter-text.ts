import type { Envelope, Letter } from './letter'

/** A letter as plain text. */
export const letterText = (letter: Letter, envelope: Envelope): string =>
  [
    `Dear ${envelope.recipient_name},`,
    ...letter.paragraphs,
    ...(letter.particulars.length > 0
      ? [letter.particulars.map(([label, value]) => `${label}: ${value}`).join('\n')]
      : []),
    `${letter.link.text}: ${letter.link.url}`,
    `${envelope.service_name}\n${envelope.university_name}`,
    ...closing(letter, envelope),
  ].join('\n\n') + '\n'

/** The closing of every letter, as text and as HTML. */
export const closing = ({ because }: Pick<Letter, 'because'>, { practice_instance }: Envelope): string[] => [
  `${because} Please do not reply: replies are not read.`,
  ...(practice_instance === null
    ? []
    : [`This email comes from the practice system “${practice_instance}”. Nothing in it is about real people.`]),
]

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

/** What ends every letter, in both its forms. */
export const closing = ({ because }: Pick<Letter, 'because'>, { practice_instance }: Envelope): string[] => [
  `${because} Nobody reads replies to this address.`,
  ...(practice_instance === null
    ? []
    : [
        `This comes from the instance “${practice_instance}”, which is for practice: nothing in it is about real people.`,
      ]),
]

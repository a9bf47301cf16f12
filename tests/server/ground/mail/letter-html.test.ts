import { describe, expect, test } from 'vitest'
import { schemes } from '../../../../src/client/ui/theme'
import { composeLetter } from '../../../../src/server/ground/mail/compose-letter'
import { letterHtml } from '../../../../src/server/ground/mail/letter-html'
import { letterText } from '../../../../src/server/ground/mail/letter-text'
import { MAIL_COLOURS } from '../../../../src/server/ground/mail/letter-html'
import { AMLODIPINE, randomisedTo, READERS } from './some-facts'

const ENVELOPE = {
  recipient_name: 'Priya Raman',
  service_name: 'Randomisation Service',
  university_name: 'The University',
  practice_instance: null,
}

const letter = composeLetter(randomisedTo(AMLODIPINE), READERS.unblinded, 'https://randomise.example.org')

/** The text of a page, as a person reads it. */
const read = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('a letter as a page', () => {
  test('has the content of the text', () => {
    const words = letterText(letter, ENVELOPE)
      .replace(/: https:\S+/, '')
      .replace(/^(.+?): /gm, (line, label: string) =>
        letter.particulars.some(([one]) => one === label) ? `${label} ` : line,
      )
      .replace(/\s+/g, ' ')
      .trim()
    expect(read(letterHtml(letter, ENVELOPE))).toBe(`${letter.heading} ${words}`)
  })

  test('fetches nothing and runs nothing', () => {
    expect(letterHtml(letter, ENVELOPE)).not.toMatch(/<(img|script|link|iframe)|src=|url\(/i)
  })

  test('marks its language, its heading and the meaning of each value for screen readers', () => {
    const html = letterHtml(letter, ENVELOPE)
    expect(html).toContain('<html lang="en-GB">')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.match(/<th scope="row"/g)).toHaveLength(letter.particulars.length)
  })

  test('shows markup as text', () => {
    const hostile = `<b onclick="x">'&'</b>`
    const html = letterHtml({ ...letter, particulars: [['Reason', hostile]] }, { ...ENVELOPE, recipient_name: hostile })
    expect(html).not.toContain('<b ')
    expect(html.match(/&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;\/b&gt;/g)).toHaveLength(2)
  })

  test('has the colours of the portal', () => {
    const { light } = schemes
    expect(MAIL_COLOURS).toEqual({
      ink: light.ink,
      muted: light.muted,
      link: light.petrol.strong,
      hairline: light.hairline,
      ground: light.canvas,
    })
  })
})

test('an instance for practice says so in both forms', () => {
  const envelope = { ...ENVELOPE, practice_instance: 'demo' }
  for (const form of [letterText(letter, envelope), letterHtml(letter, envelope)]) {
    expect(form).toContain('This email comes from the practice system “demo”')
  }
  expect(letterText(letter, ENVELOPE)).not.toContain('practice')
})

/** The content of an email as plain text, from which its text and HTML are made. */
export type Letter = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** The event, as labels and values. */
  particulars: readonly (readonly [label: string, value: string])[]
  /** Why its reader gets it, as a sentence. */
  because: string
  /** The page of the portal that shows it. */
  link: { text: string; url: string }
}

/** The parts that every letter has around its content. */
export type Envelope = {
  recipient_name: string
  service_name: string
  university_name: string
  /** The name of an instance that is not for real participants, or null. */
  practice_instance: string | null
}

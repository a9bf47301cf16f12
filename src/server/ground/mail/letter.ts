/** What an e-mail says, before it is set as text or as HTML. Nothing in it is markup. */
export type Letter = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** What happened, as label and value. */
  particulars: readonly (readonly [label: string, value: string])[]
  /** Why its reader gets it, as a sentence. */
  because: string
  /** Where the portal shows it. */
  link: { text: string; url: string }
}

/** What stands around every letter. */
export type Envelope = {
  recipient_name: string
  service_name: string
  university_name: string
  /** The name of an instance that is not for real participants, or null. */
  practice_instance: string | null
}

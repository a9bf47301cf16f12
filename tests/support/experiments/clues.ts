import { strictCsv } from '../export-calls'

/** One request of an experimenter, with its answer. */
export type Seen = {
  call: string
  named: { study_pack: readonly number[]; participant: readonly number[] }
  /** The status, and the code of a refusal. */
  outcome: string
  answer: unknown
}

/**
 * A pack or a participant whose group an attacker wants to know: its id, and the text that identifies it for everybody.
 */
export type Subject = { kind: 'study_pack' | 'participant'; id: number; name: string }

/** All clues about one subject: each is a place in an answer and the value there. */
export type Clues = ReadonlySet<string>

/** All clues about each subject, whatever they may mean, in the order of the subjects. */
export const cluesOf = (seen: readonly Seen[], subjects: readonly Subject[]): Clues[] => {
  const clues = new Map(subjects.map((subject) => [subject, new Set<string>()]))
  const byName = new Map(subjects.map((subject) => [subject.name, subject]))
  const note = (subject: Subject, clue: string) => clues.get(subject)?.add(clue)
  for (const { call, named, outcome, answer } of seen) {
    for (const subject of subjects) {
      const ids = named[subject.kind]
      if (!ids.includes(subject.id)) continue
      note(subject, `${call} for ${ids.length}: ${outcome}`)
      if (ids.length === 1) for (const fact of factsIn(answer, subject)) note(subject, `${call} ${fact}`)
    }
    for (const { subject, within, quarter } of mentions(answer, byName)) {
      note(subject, `${call} quarter ${quarter}`)
      for (const fact of factsIn(within, subject)) note(subject, `${call} ${fact}`)
    }
  }
  return [...clues.values()]
}

/** The clues that two subjects have in common, and those in which they differ. */
export const cluesOfPair = (one: Clues, other: Clues): Clues => {
  const values = new Map([...other].map(split))
  return new Set(
    [...one].map(split).flatMap(([path, value]) => {
      const beside = values.get(path)
      return beside === undefined ? [] : [`${beside === value ? 'same' : 'other'} ${path}`]
    }),
  )
}

const split = (clue: string): [path: string, value: string] => {
  const end = clue.indexOf('=')
  return end < 0 ? [clue, ''] : [clue.slice(0, end), clue.slice(end + 1)]
}

type Mention = { subject: Subject; within: object; quarter: number }

/** Each object that has the name of a subject, with the quarter of its list that it is in. */
const mentions = (value: unknown, byName: ReadonlyMap<string, Subject>, quarter = 0): Mention[] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) => mentions(item, byName, Math.floor((4 * index) / value.length)))
  if (typeof value !== 'object' || value === null) return []
  const inner: unknown[] = Object.values(value)
  const here = inner.flatMap((one) => {
    const subject = typeof one === 'string' ? byName.get(one) : undefined
    return subject ? [{ subject, within: value, quarter }] : []
  })
  return [...here, ...inner.flatMap((one) => mentions(one, byName, quarter))]
}

/** Every value of an answer with its place, except values that name the subject. */
const factsIn = (value: unknown, { id, name }: Subject, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => factsIn(item, { kind: 'study_pack', id, name }, `${path}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, inner]) =>
      factsIn(inner, { kind: 'study_pack', id, name }, `${path}.${field}`),
    )
  return value === id || value === name ? [] : [`${path}=${JSON.stringify(value)}`]
}

/** An answer as a person reads it: JSON, the rows of a CSV file, or the size of any other file. */
export const readAnswer = (type: string, bytes: Uint8Array): unknown => {
  if (type.includes('json')) return JSON.parse(new TextDecoder().decode(bytes))
  if (type.includes('csv')) return strictCsv(bytes)
  return { length: bytes.length }
}

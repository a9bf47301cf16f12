import * as v from 'valibot'
import type { StoredRows } from './stored-rows'
import type { Transaction } from './transactions'

/**
 * One of the server's statements, recognised by words that no other has. It does the same as PostgreSQL with that text.
 */
export type KnownStatement = {
  sqlPart: string
  run: (transaction: Transaction, parameters: Parameters, fixed: Fixed) => Promise<readonly object[]>
}

/** Rows that no act of a history changes. */
export type Fixed = {
  /** The trial's row. */
  trial: object
  siteTitles: ReadonlyMap<number, string>
  groups: ReadonlyMap<number, { name: string; label: string | null }>
  peopleNames: ReadonlyMap<number, string>
  /** The row of an open or ended session. */
  session: (id: string) => object | null
  /** The numbers of new rows. A rollback does not reset them. */
  newId: { participant: () => number; flag: () => number }
}

/** The parameters of a statement, by their places from 1. */
export type Parameters = {
  number: (place: number) => number
  text: (place: number) => string
  boolean: (place: number) => boolean
  textOrNull: (place: number) => string | null
  numberOrNull: (place: number) => number | null
  bytes: (place: number) => Uint8Array
  numbers: (place: number) => number[]
  texts: (place: number) => string[]
  numbersFrom: (place: number) => number[]
  json: <S extends v.GenericSchema>(place: number, schema: S) => v.InferOutput<S>
}

export const parametersOf = (parameters: readonly unknown[]): Parameters => {
  const parsed =
    <S extends v.GenericSchema>(schema: S) =>
    (place: number): v.InferOutput<S> =>
      v.parse(schema, parameters[place - 1])
  return {
    number: parsed(v.number()),
    text: parsed(v.string()),
    boolean: parsed(v.boolean()),
    textOrNull: parsed(v.nullable(v.string())),
    numberOrNull: parsed(v.nullable(v.number())),
    bytes: parsed(v.instance(Uint8Array)),
    numbers: parsed(v.array(v.number())),
    texts: parsed(v.array(v.string())),
    numbersFrom: (place) => v.parse(v.array(v.number()), parameters.slice(place - 1)),
    json: (place, schema) => v.parse(schema, JSON.parse(v.parse(v.string(), parameters[place - 1]))),
  }
}

/** The lock of the trial's row. */
export const TRIAL_ROW = 'row of the trial'

/** Some columns of a trial's row, with their present values. */
export const changeTrialState = async (transaction: Transaction, change: Partial<StoredRows['trialState']>) => {
  await transaction.lock(TRIAL_ROW)
  transaction.write((rows) => ({ ...rows, trialState: { ...rows.trialState, ...change } }))
}

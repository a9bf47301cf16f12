import type { Endpoint } from '#contract/endpoint'
import { invalidRows, type Refusal } from '#contract/errors'
import { refused } from '#domain/outcome'
import { inTransaction } from '../../ground/db/transaction'
import { authorise } from '../../use-cases/call/authorise'
import type { ListCall, ListHandler } from '../../use-cases/call/call'
import { parseParameters, type RawInput } from './parse-input'

/**
 * The refusal of a list with invalid rows: `invalid`, which names them, with the faults of its other rows; or the refusal of a person
 * who may not send the list. The transaction that reads for it is rolled back.
 */
export const judgeInvalidList = async <E extends Endpoint>(
  endpoint: E,
  invalid: Refusal,
  call: Omit<ListCall, 'view'>,
  raw: RawInput,
  handler: Pick<ListHandler<E>, 'judgeRows'>,
): Promise<Refusal> => {
  const { rows } = invalid
  const { body } = raw
  const parameters = parseParameters(endpoint, raw)
  if (rows === undefined || !parameters.ok || !Array.isArray(body)) return invalid
  const judged = await inTransaction<never, Refusal>(call.context.database, async (transaction) => {
    const view = await authorise(transaction, endpoint, { actor: call.actor, parameters: parameters.value })
    if (!view.ok) return view
    const validRows = await handler.judgeRows({ ...call, view: view.value }, body, transaction)
    if (!validRows.ok) return validRows
    const every = invalidRows([...rows, ...validRows.value].toSorted((one, other) => one.row - other.row))
    return refused({ ...invalid, ...every, fields: { ...every.fields, ...invalid.fields } })
  })
  return judged.ok ? invalid : judged.refusal
}

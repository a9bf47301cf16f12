import type { Endpoint } from '#contract/endpoint'
import { invalidRows, type Refusal } from '#contract/errors'
import { refused } from '#domain/outcome'
import { inTransaction } from '../../ground/db/transaction'
import { authorise } from '../../use-cases/call/authorise'
import type { ListHandler, ListJudging } from '../../use-cases/call/call'

/**
 * A list that was refused for rows that cannot be read, with what stands against its other rows beside them; or the refusal of
 * whoever may not send it. What was read for it is rolled back.
 */
export const judgeUnreadList = async <E extends Endpoint>(
  endpoint: E,
  unread: Refusal,
  call: Omit<ListJudging, 'view'>,
  body: unknown,
  handler: Pick<ListHandler<E>, 'judgeRows'>,
): Promise<Refusal> => {
  const { rows } = unread
  if (rows === undefined || !Array.isArray(body)) return unread
  const judged = await inTransaction<never, Refusal>(call.context.database, async (transaction) => {
    const view = await authorise(transaction, endpoint, { actor: call.actor, parameters: {} })
    if (!view.ok) return view
    const stored = await handler.judgeRows({ ...call, view: view.value }, body, transaction)
    if (!stored.ok) return stored
    const every = invalidRows([...rows, ...stored.value].toSorted((one, other) => one.row - other.row))
    return refused({ ...unread, ...every, fields: { ...every.fields, ...unread.fields } })
  })
  return judged.ok ? unread : judged.refusal
}

/** The result of a rule: a value, or a refusal that says why there is none. Refusals are expected; a throw is a defect. */
export type Outcome<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export const accepted = <Value>(value: Value) => ({ ok: true, value }) as const

export const refused = <Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const

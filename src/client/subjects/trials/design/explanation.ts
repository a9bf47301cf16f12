/** What people read at a field of a design: what it is, an example, and what it does to allocation; null: nothing. */
export type Explanation = { readonly says: string; readonly example: string; readonly allocation: string | null }

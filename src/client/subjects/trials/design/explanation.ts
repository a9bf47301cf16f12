/** The explanation of a field of a design: its meaning, an example, and its effect on allocation; null: none. */
export type Explanation = { readonly says: string; readonly example: string; readonly allocation: string | null }

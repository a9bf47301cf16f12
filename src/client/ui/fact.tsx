import type { ReactNode } from 'react'

/** A term with its value, within a list of definitions that gives both their place. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

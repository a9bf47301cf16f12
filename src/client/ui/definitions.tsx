import type { ReactNode } from 'react'
import classes from './definitions.module.css'

/** Terms with their values; a term without a value says so. */
export function Definitions({ items }: { items: readonly (readonly [term: string, answer: ReactNode])[] }) {
  return (
    <dl className={classes['list']}>
      {items.map(([term, answer]) => (
        <div key={term} className={classes['item']}>
          <dt>{term}</dt>
          <dd>{answer === null || answer === '' ? <span className="muted">Not given</span> : answer}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { Explanation } from './explanation'
import classes from './explained.module.css'

/** The explanation of a field, which its input names as its description. */
export function Explained({ says, example, allocation }: Explanation) {
  return (
    <>
      {says} <span className={classes['example']}>Example: {example}.</span>
      {allocation !== null && ` ${allocation}`}
    </>
  )
}

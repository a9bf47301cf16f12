import { Progress } from '@mantine/core'
import { formatNumber, formatShare } from './format-number'
import classes from './recruited.module.css'

/** `n of sample_size`, with a bar of the share; a trial without a limit has no bar. */
export function Recruited({ trial }: { trial: { num_sampled: number; sample_size: number } }) {
  const { num_sampled, sample_size } = trial
  if (sample_size === 0) return <span>{formatNumber(num_sampled)} (no limit)</span>
  return (
    <span className={classes['recruited']}>
      <span>{recruitedWords(trial)}</span>
      <Progress
        value={Math.min(100, (100 * num_sampled) / sample_size)}
        size="xs"
        color="petrol"
        aria-label={`${formatShare(num_sampled, sample_size)} of the sample size`}
      />
    </span>
  )
}

/** `2,000 of 6,000`. */
export const recruitedWords = (trial: { num_sampled: number; sample_size: number }): string =>
  `${formatNumber(trial.num_sampled)} of ${formatNumber(trial.sample_size)}`

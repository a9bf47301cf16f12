import { forecastLast, type Forecast } from './forecast'
import { remainingParticipants } from './progress'
import { STARTED } from './trial-status'

/** When a trial is likely to have its last participant; `first` and `today` are days since the epoch. Null unless it is started. */
export const forecastOfTrial = (
  trial: { trial_status_id: number; sample_size: number; num_sampled: number },
  first: number | null,
  today: number,
): Forecast | null => {
  const remaining = remainingParticipants(trial)
  if (first === null || remaining === null || trial.trial_status_id !== STARTED) return null
  return forecastLast(trial.num_sampled, remaining, today - first)
}

import { formatInstant } from '../../../ui/format-time'
import { shortTitle } from '../../../ui/short-title'
import { useTrialPage } from './trial-page'

/** What figures are of and from when, as files made of them say it: `CEDAR, 23 Nov 2026, 09:41`. */
export const useFigureSource = (answeredAt: number): string => {
  const { trial } = useTrialPage()
  const at = formatInstant(new Date(answeredAt).toISOString(), trial.selected_timezone)
  return `${shortTitle(trial.title).name}, ${at}`
}

import { formatInstant } from '../../../ui/format-time'
import { shortTitle } from '../../../ui/short-title'
import { useTrialPage } from './trial-page'

/** The subject and date of figures, for files made of them: `CEDAR, 23 Nov 2026, 09:41`. */
export const useFigureSource = (answeredAt: number): string => {
  const { trial } = useTrialPage()
  const at = formatInstant(new Date(answeredAt).toISOString(), trial.selected_timezone)
  return `${shortTitle(trial.title).name}, ${at}`
}

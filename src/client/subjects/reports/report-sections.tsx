import type { ReportSections as Report } from '#contract/reports'
import { Title } from '@mantine/core'
import { cellInWords } from './cell-in-words'
import classes from './report-sections.module.css'

/** A report section by section, each a table of figures and their names. */
export function ReportSections({ report: { sections } }: { report: Report }) {
  return (
    <div className={classes['sections']}>
      {sections.map(({ title, body }) => (
        <section key={title} className={classes['section']}>
          <Title order={2} mb="xs">
            {title}
          </Title>
          <table aria-label={title} className={classes['table']}>
            <tbody>
              {body.map(({ key, value }) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  <td className={typeof value === 'number' ? 'figures' : undefined}>{cellInWords(key, value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}

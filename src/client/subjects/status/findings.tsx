import { Text, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, type TablerIcon } from '@tabler/icons-react'
import type { Tone } from '../../ui/theme'
import classes from './findings.module.css'
import type { Finding } from './status-findings'

const PRESENTATION: Record<Finding['state'], { tone: Tone; icon: TablerIcon; word: string }> = {
  good: { tone: 'green', icon: IconCircleCheck, word: 'Good' },
  unknown: { tone: 'slate', icon: IconHelpCircle, word: 'Unknown' },
  attention: { tone: 'amber', icon: IconAlertTriangle, word: 'Needs attention' },
  wrong: { tone: 'red', icon: IconCircleX, word: 'Wrong' },
}

/** The parts of the service, each with its state and the next step. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        Checks
      </Title>
      <ul className={classes['findings']}>
        {findings.map((finding) => (
          <Row key={finding.title} {...finding} />
        ))}
      </ul>
    </section>
  )
}

function Row({ title, state, text, todo }: Finding) {
  const { tone, icon: Icon, word } = PRESENTATION[state]
  return (
    <li className={classes['finding']}>
      <Icon size={24} color={`var(--eq-${tone})`} aria-hidden="true" />
      <Text fw={600}>
        {title}
        <VisuallyHidden>: {word}.</VisuallyHidden>
      </Text>
      <div className={classes['words']}>
        <Text>{text}</Text>
        {todo !== null && <Text c="dimmed">{todo}</Text>}
      </div>
    </li>
  )
}

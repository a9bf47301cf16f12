import { recommend, shown, type JudgedRule, type RankedDesign } from '#domain/advice/recommend'
import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { methodWords } from '../design/method-words'
import { simulationSearch } from '../simulation-search'
import { FigureTable, type FigureColumn } from '../../../ui/figure-table'
import { ScrollFrame } from '../../../ui/scroll-frame'
import { advisedDesign, featuresOf } from './advised-designs'
import classes from './recommendation.module.css'
import type { WrittenResult } from './simulation-csv'

const route = getRouteApi('/signed-in/simulation')

/** The designs in the order in which the rules rank them for this trial, each with its reason. A person decides. */
export function Recommendation({ results }: { results: readonly WrittenResult[] }) {
  const { label } = simulationSearch.read(route.useSearch())
  const navigate = route.useNavigate()
  const designs = results.flatMap((result) => advisedDesign(result) ?? [])
  const [first] = results
  if (first === undefined || designs.length < results.length) return null
  const ranked = recommend(designs, featuresOf(first, label === 'open'))
  const show = (value: string) =>
    void navigate({
      search: (before) => simulationSearch.change(before, { label: value === 'open' ? 'open' : 'blinded' }),
      replace: true,
    })
  return (
    <section aria-label="Recommendation">
      <Group justify="space-between" mb="xs">
        <Title order={3}>Recommendation</Title>
        <SegmentedControl
          aria-label="People who recruit"
          className={classes['blinding']}
          value={label}
          onChange={show}
          data={[
            { value: 'open', label: 'Open label' },
            { value: 'blinded', label: 'Blinded' },
          ]}
        />
      </Group>
      <Text mb="md" maw="48rem">
        {label === 'open' ? OPEN_LABEL : BLINDED} The rules rank the designs. You decide.
      </Text>
      <ol className={classes['ranks']}>
        {ranked.map((design) => (
          <Ranked key={design.letter} design={design} results={results} />
        ))}
      </ol>
      <RulesTable ranked={ranked} />
      <Text c="dimmed" size="sm" mt="xs" maw="48rem">
        A figure above its limit is in bold. Figures closer than two Monte-Carlo standard errors are not a reason to
        prefer a design.
      </Text>
    </section>
  )
}

const OPEN_LABEL = 'People who recruit learn what was allocated, so a design must be hard to guess.'
const BLINDED = 'People who recruit do not learn what was allocated, so balance and power matter more.'

type RankedProps = { design: RankedDesign; results: readonly WrittenResult[] }

function Ranked({ design: { letter, reason }, results }: RankedProps) {
  const result = results.find((one) => one.letter === letter)
  const name = result === undefined ? '' : methodWords(result.design)
  return (
    <li>
      <strong>{results.length > 1 ? `${letter} · ${name}` : name}</strong>
      <br />
      {reason}
    </li>
  )
}

/** Every rule with its limit and source, and how each design stands to it. */
function RulesTable({ ranked }: { ranked: readonly RankedDesign[] }) {
  return (
    <ScrollFrame label="Rules">
      <FigureTable
        label="Rules"
        columns={columnsOf(ranked.toSorted((one, other) => one.letter.localeCompare(other.letter)))}
        rows={ranked[0]?.rules ?? []}
        keyOf={({ rule }) => rule.code}
      />
    </ScrollFrame>
  )
}

const columnsOf = (ranked: readonly RankedDesign[]): FigureColumn<JudgedRule, ReactNode>[] => [
  { header: 'Rule', cell: ({ rule }) => rule.title },
  ...ranked.map(({ letter, rules }) => columnOf(letter, rules)),
  { header: 'Limit', cell: ({ rule, limit }) => shown(limit, rule.figure), isFigure: true },
  { header: 'Source', cell: ({ rule }) => <span className={classes['source']}>{rule.source}</span> },
]

const columnOf = (letter: string, rules: readonly JudgedRule[]): FigureColumn<JudgedRule, ReactNode> => ({
  header: letter,
  cell: ({ rule }) => <Judged judged={rules.find((one) => one.rule === rule)} />,
  isFigure: true,
})

function Judged({ judged }: { judged: JudgedRule | undefined }) {
  if (judged === undefined) return null
  const words = shown(judged.value, judged.rule.figure)
  return judged.isBroken ? <strong>{words}</strong> : words
}

import { Group, SegmentedControl, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { ExportMenu } from './chart-export/export-menu'
import { figuresCsv, type Figures } from './chart-export/figures-csv'
import { FigureTable } from './figure-table'
import { ScrollFrame } from './scroll-frame'
import classes from './chart-or-table.module.css'

type ChartOrTableProps<Row> = {
  title: string
  /** The subject and date of the figures in files made of them: "CEDAR, 23 Nov 2026". */
  source: string
  chart: ReactNode
  figures: Figures<Row>
}

/** A chart, with buttons that show the table of its figures and download both. */
export function ChartOrTable<Row>({ title, source, chart, figures }: ChartOrTableProps<Row>) {
  const [view, setView] = useState('chart')
  const drawing = useRef<HTMLDivElement>(null)
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={3}>{title}</Title>
        <Group gap="xs" className="no-print">
          <SegmentedControl
            aria-label={`${title}: view`}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: <View icon={<IconChartBar size={18} aria-hidden="true" />}>Chart</View> },
              { value: 'table', label: <View icon={<IconTable size={18} aria-hidden="true" />}>Table</View> },
            ]}
          />
          <ExportMenu title={title} source={source} chart={drawing} csv={() => figuresCsv(figures)} />
        </Group>
      </Group>
      {/* Hidden, the chart keeps its size, so that it can be downloaded while the table is shown. */}
      <div className={view === 'chart' ? undefined : classes['aside']} aria-hidden={view !== 'chart' || undefined}>
        <div ref={drawing}>{chart}</div>
      </div>
      {view === 'table' && (
        <ScrollFrame label={title} isLow>
          <FigureTable label={title} {...figures} />
        </ScrollFrame>
      )}
    </section>
  )
}

function View({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={classes['view']}>
      {icon}
      {children}
    </span>
  )
}

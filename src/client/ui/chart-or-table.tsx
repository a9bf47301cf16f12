import { Group, SegmentedControl, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ScrollFrame } from './scroll-frame'
import classes from './chart-or-table.module.css'

/** A chart, with a button that shows the table of its figures. */
export function ChartOrTable({ title, chart, table }: { title: string; chart: ReactNode; table: ReactNode }) {
  const [view, setView] = useState('chart')
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={3}>{title}</Title>
        <SegmentedControl
          className="no-print"
          aria-label={`${title}: view`}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: <View icon={<IconChartBar size={18} aria-hidden="true" />}>Chart</View> },
            { value: 'table', label: <View icon={<IconTable size={18} aria-hidden="true" />}>Table</View> },
          ]}
        />
      </Group>
      {view === 'chart' ? (
        chart
      ) : (
        <ScrollFrame label={title} isLow>
          {table}
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

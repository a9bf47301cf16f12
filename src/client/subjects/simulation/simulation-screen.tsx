import { canAnywhere } from '#domain/people/permissions'
import { Button, Collapse, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { meQuery } from '../../api/session-queries'
import { simulationSearch } from './simulation-search'
import { ForbiddenState } from '../../ui/forbidden-state'
import { PageTitle } from '../../ui/page-title'
import { QueryView } from '../../device/offline/query-view'
import { DesignForm } from './design/design-form'
import { DesignSource } from './design/design-source'
import { MAX_ALTERNATIVES } from './design/simulation-form'
import { SimulationResults } from './results/simulation-results'

const route = getRouteApi('/signed-in/simulation')

/** `/simulation`: tries designs out before a trial starts. The simulations are in the address. */
export function SimulationScreen() {
  const me = useQuery(meQuery)
  return (
    <QueryView query={me} loading={<Skeleton height="2.25rem" width="12rem" />}>
      {({ max_level }) => (canAnywhere(max_level, 'simulate') ? <Simulations /> : <NotPermitted />)}
    </QueryView>
  )
}

function NotPermitted() {
  return (
    <>
      <PageTitle title="Simulation" />
      <ForbiddenState>Only trial administrators and system administrators can simulate designs.</ForbiddenState>
    </>
  )
}

/** The simulations that this page has started, and their form, which is then not filled in again. */
type Started = { shown: string; form: string }

function Simulations() {
  const search = simulationSearch.read(route.useSearch())
  const navigate = route.useNavigate()
  const ids = [...new Set(search.run)].slice(0, MAX_ALTERNATIVES)
  const shown = ids.join(' ')
  const [started, setStarted] = useState<Started | null>(null)
  const [isOpen, setIsOpen] = useState(ids.length === 0)
  const hasStarted = started?.shown === shown
  const form = hasStarted ? started.form : `${search.typed ?? search.trial ?? ''} ${shown}`

  const show = (run: number[]) => {
    setStarted({ shown: run.join(' '), form })
    setIsOpen(false)
    void navigate({
      search: (before) => simulationSearch.change(before, { run: run.map(String) }),
      // The empty page is nothing to go back to.
      replace: ids.length === 0,
    })
  }
  return (
    <>
      <PageTitle
        title="Simulation"
        actions={
          ids.length > 0 && (
            <Button
              variant="default"
              aria-expanded={isOpen}
              aria-controls="simulated-design"
              leftSection={<IconAdjustments size={20} aria-hidden="true" />}
              onClick={() => setIsOpen(!isOpen)}
            >
              Change the design
            </Button>
          )
        }
      />
      {ids.length === 0 && <Introduction />}
      <Collapse id="simulated-design" expanded={isOpen || ids.length === 0} mb="2.5rem">
        <DesignSource key={form} runs={ids} trialId={search.trial ?? null} typed={search.typed ?? null}>
          {(initial, shares) => <DesignForm initial={initial} shares={shares} onStarted={show} />}
        </DesignSource>
      </Collapse>
      {ids.length > 0 && <SimulationResults key={shown} ids={ids} takesFocus={hasStarted} />}
    </>
  )
}

function Introduction() {
  return (
    <Text maw="48rem" mb="xl">
      A simulation plays through thousands of trials of a design in a few seconds. It shows how unequal the study groups
      end, and how easy the next allocation is to guess. It also shows how soon a site runs out of packs. Save this
      page’s address to see the figures again.
    </Text>
  )
}

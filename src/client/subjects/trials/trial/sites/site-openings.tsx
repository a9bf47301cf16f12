import type { Trial } from '#contract/trials'
import { can } from '#domain/people/permissions'
import { awaitsOpening } from '#domain/trials/site'
import { Button, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDoorEnter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { counted } from '../../../../ui/format-number'
import { Instant } from '../../../../ui/instant'
import { ScrollFrame } from '../../../../ui/scroll-frame'
import { UserLink } from '../../../../record-links/user-link'
import { useTrialPage } from '../trial-page'
import { SITE_OPENINGS } from '../places'
import { OpenSiteDialog } from './open-site-dialog'

type Site = Trial['sites'][number]

/**
 * The open sites, since when and by whom, and the buttons to open others; only in a trial that opens them one by one.
 */
export function SiteOpenings() {
  const { trial, permission } = useTrialPage()
  const [site, setSite] = useState<Site | null>(null)
  const [isOpen, { open, close }] = useDisclosure()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!trial.is_opening_sites) return null
  const sites = trial.sites.filter(({ is_deleted }) => !is_deleted)
  const waiting = sites.filter((one) => awaitsOpening(trial, one)).length
  const mayOpen = can(permission, 'openSite')
  return (
    <section aria-label="Opened sites" className="no-print">
      <Title order={3} mb="xs" id={SITE_OPENINGS} ref={heading} tabIndex={-1}>
        Opened sites
      </Title>
      <Text c="dimmed" mb="sm" maw="48rem">
        {waiting === 0
          ? 'Every site is open.'
          : `${sites.length - waiting} of ${counted(sites.length, 'site')} open. A site must be opened before it can randomise.`}
      </Text>
      <ScrollFrame label="Opened sites">
        <Table aria-label="Opened sites" verticalSpacing="xs" maw="48rem">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Site</Table.Th>
              <Table.Th scope="col">Opened</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sites.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.title}</Table.Td>
                <Table.Td>
                  <Opening
                    trial={trial}
                    site={one}
                    onOpen={
                      mayOpen
                        ? () => {
                            setSite(one)
                            open()
                          }
                        : null
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {site !== null && (
        <OpenSiteDialog
          key={site.id}
          trial={trial}
          site={site}
          isOpen={isOpen}
          onClose={close}
          onClosed={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
    </section>
  )
}

function Opening({ trial, site, onOpen }: { trial: Trial; site: Site; onOpen: (() => void) | null }) {
  const { title, opened_at = null, opened_by = null } = site
  if (opened_at !== null)
    return (
      <>
        <Instant at={opened_at} zone={trial.selected_timezone} />
        {opened_by !== null && (
          <>
            {' '}
            by <UserLink user={opened_by} isInText />
          </>
        )}
      </>
    )
  if (onOpen === null) return <Text c="amber">Not opened yet</Text>
  return (
    <Button
      variant="default"
      leftSection={<IconDoorEnter size={20} aria-hidden="true" />}
      aria-label={`Open site ${title}`}
      onClick={onOpen}
    >
      Open site
    </Button>
  )
}

import type { Trial } from '#contract/trials'
import { isTitleOfList } from '#domain/trials/trial-methods'
import { Table, Text, Title } from '@mantine/core'
import { CopyableId } from '../../../../ui/copyable-id'
import { Definitions } from '../../../../ui/definitions'
import { StudyGroupName } from '../../../../ui/study-group-name'
import { groupsByFactor } from './groups-by-factor'
import classes from './overview-tab.module.css'

const OF_DRAWS =
  'Published before the first allocation. After the trial its secret is revealed. Anyone can then check that every allocation was fixed from the start and none was changed.'

const OF_A_LIST =
  'It commits to the secret of the trial’s ledger, which does not decide any allocation. The uploaded list has a commitment of its own in the ledger.'

/** The allocation of a trial, its groups, and the commitment that proves that it was not foreseen. */
export function AboutTrial({ trial }: { trial: Trial }) {
  return (
    <div className={`${classes['figures']} no-print`}>
      <section aria-label="Design">
        <Title order={3} mb="xs">
          Design
        </Title>
        <Definitions
          items={[
            ['Allocation method', trial.allocation_method.title],
            ['Randomisation method', trial.randomisation_method.title],
            ['Time zone', trial.selected_timezone],
            ['Contact', trial.contact],
            ...ratioItems(trial),
          ]}
        />
      </section>
      {groupsByFactor(trial.study_groups).map(({ suffix, groups }) => (
        <StudyGroups key={suffix} title={`Study groups${suffix}`} groups={groups} />
      ))}
      <section aria-label="Commitment" className={classes['wide']}>
        <Title order={3} mb="xs">
          Commitment
        </Title>
        <Text maw="48rem" c="dimmed">
          {isTitleOfList(trial.randomisation_method.title) ? OF_A_LIST : OF_DRAWS}
        </Text>
        <CopyableId value={trial.commitment} label="Commitment" />
      </section>
    </div>
  )
}

/** The ratio at each option of the stratum by which it differs, for people who see the study groups. */
const ratioItems = ({ trial_strata }: Trial): (readonly [string, string])[] =>
  trial_strata.flatMap(({ name, trial_stratum_options }) => {
    const rated = trial_stratum_options.flatMap((option) => (option.ratio ? [`${option.name} ${option.ratio}`] : []))
    return rated.length === 0 ? [] : [[`Ratio by ${name}`, rated.join(', ')] as const]
  })

function StudyGroups({ title, groups }: { title: string; groups: Trial['study_groups'] }) {
  const hasWeights = groups.some(({ weight }) => weight !== undefined)
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing="xs" className={classes['groups']}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Study group</Table.Th>
            {hasWeights && (
              <Table.Th scope="col" className="figures">
                Weight
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <Table.Tr key={group.id ?? group.name}>
              <Table.Td>
                <StudyGroupName group={group} />
              </Table.Td>
              {hasWeights && (
                <Table.Td className="figures">
                  {group.weight}
                  {group.is_closed_at_cap && ' (full)'}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

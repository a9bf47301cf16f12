import { welcomeSentence, welcomeTitle } from '#domain/welcome-words'
import { Alert, Anchor, Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBolt,
  IconClock24,
  IconExternalLink,
  IconEyeOff,
  IconLogin2,
  IconMailCheck,
  IconServerCog,
  type TablerIcon,
} from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useAppInstance } from '../../api/session-queries'
import { paths } from '../../paths'
import { unconfirmedSignOut } from '../../subjects/sign-in/leaving/sign-out'
import { useStore } from '../../browser/store'
import { BrandMark } from '../../ui/brand-mark'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { removeFirstPaint } from '../../browser/first-paint'
import classes from './welcome.module.css'

/** The page of visitors: what the service offers. */
export function Welcome() {
  const instance = useAppInstance()
  useLayoutEffect(removeFirstPaint, [])
  return (
    <div className={classes['welcome']}>
      <div>
        <BrandMark height={72} />
        <div className={classes['title']}>
          <PageTitle title={welcomeTitle(instance.service_name)} />
        </div>
        <Text size="xl" maw="34rem">
          {welcomeSentence(instance.university_name)}
        </Text>
        <UnconfirmedSignOut />
        <Group mt="xl" gap="lg">
          <LinkButton {...paths.signIn()} size="lg" leftSection={<IconLogin2 size={24} aria-hidden="true" />}>
            Sign in
          </LinkButton>
          {instance.service_url !== null && (
            <>
              <MainWebsite address={instance.service_url}>Pricing</MainWebsite>
              <MainWebsite address={instance.service_url}>Trial registration</MainWebsite>
            </>
          )}
        </Group>
      </div>
      <ul className={classes['offers']}>
        {OFFERS.map(({ icon: Icon, offer, means }) => (
          <li key={offer}>
            <Icon size={28} stroke={1.5} aria-hidden="true" />
            <div>
              <Text fw={600}>{offer}</Text>
              <Text c="dimmed">{means}</Text>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** On a shared tablet the person needs to know how far the sign-out went. */
function UnconfirmedSignOut() {
  if (!useStore(unconfirmedSignOut)) return null
  return (
    <Alert role="alert" color="amber" mt="lg" maw="34rem" icon={<IconAlertTriangle aria-hidden="true" />}>
      You are signed out on this device. The server did not confirm it, so your session there ends automatically later.
    </Alert>
  )
}

/** A link to the main website, which explains both. */
function MainWebsite({ address, children }: { address: string; children: string }) {
  return (
    <Anchor href={address} className={classes['website']}>
      {children}
      <IconExternalLink size={18} aria-hidden="true" />
    </Anchor>
  )
}

const OFFERS: { icon: TablerIcon; offer: string; means: string }[] = [
  {
    icon: IconServerCog,
    offer: 'Automated centralised randomisation',
    means: 'One server allocates for every site, by the trial’s own method.',
  },
  { icon: IconClock24, offer: 'A 24-hour web portal', means: 'On the ward’s tablet, the office desktop, or a phone.' },
  { icon: IconBolt, offer: 'Instant allocation', means: 'The study group is shown as soon as it is allocated.' },
  {
    icon: IconMailCheck,
    offer: 'Automatic confirmation emails to the study team',
    means: 'The study team is emailed at once.',
  },
  {
    icon: IconEyeOff,
    offer: 'Allocation concealment',
    means: 'No one can foresee the next allocation. Blinded people stay blinded.',
  },
]

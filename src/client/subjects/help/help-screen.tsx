import { Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { groups } from 'virtual:help-contents'
import { paths } from '../../paths'
import { TextLink } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { SearchField } from '../../ui/search-field'
import { HelpHits } from './help-hits'
import { helpSearch } from './help-search'
import classes from './help.module.css'

const route = getRouteApi('/help')

/** `/help`: the contents of the help, and a search through all of it. */
export function HelpScreen() {
  const { q } = helpSearch.read(route.useSearch())
  const navigate = route.useNavigate()
  const search = (typed: string) =>
    void navigate({ search: (before) => helpSearch.change(before, { q: typed }), replace: true })
  return (
    <>
      <PageTitle title="Help" />
      <Stack gap="xl" maw="48rem">
        <SearchField
          label="Search the help"
          placeholder="For example: offline"
          value={q}
          restsAfterMs={RESTS_AFTER_MS}
          onSearch={search}
        />
        {q === '' ? <Contents /> : <HelpHits search={q} />}
      </Stack>
    </>
  )
}

/** The search needs no network. */
const RESTS_AFTER_MS = 100

function Contents() {
  return groups.map(({ title, pages }) => (
    <section key={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <ul className="plain-list">
        {pages.map((page) => (
          <li key={page.name} className={classes['entry']}>
            <TextLink {...paths.helpPage(page.name)}>{page.title}</TextLink>
            <Text>{page.about}</Text>
          </li>
        ))}
      </ul>
    </section>
  ))
}

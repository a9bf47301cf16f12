import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { paths } from '../../paths'
import { Announced } from '../../ui/announced'
import { counted } from '../../ui/format-number'
import { TextLink } from '../../ui/link-button'
import type { HelpPage } from './help-page'
import classes from './help.module.css'
import { loadLatePages, loadStoredPages } from './load-help'
import { searchHelp } from './search-help'

/** The places in the help that have the words of a search. */
export function HelpHits({ search }: { search: string }) {
  const { pages, isComplete } = useSearchedPages()
  const hits = searchHelp(pages, search)
  return (
    <Stack gap="md">
      <Announced>{hits.length === 0 && isComplete === null ? '' : resultsOf(hits.length)}</Announced>
      <ul className="plain-list">
        {hits.map(({ page, pageTitle, id, title, excerpt }) => (
          <li key={`${page}#${id ?? ''}`} className={classes['entry']}>
            <TextLink {...paths.helpPage(page)} {...(id === null ? {} : { hash: id })}>
              {title}
            </TextLink>
            {id !== null && <Text className="muted">{pageTitle}</Text>}
            <Text>{excerpt}</Text>
          </li>
        ))}
      </ul>
      {isComplete === false && <Text>The pages on statistics and for operators are not searched offline.</Text>}
    </Stack>
  )
}

const resultsOf = (count: number): string =>
  count === 0 ? 'Nothing found. Try another word.' : counted(count, 'result')

/** The pages loaded so far; `isComplete` is null while others are awaited. */
const useSearchedPages = () => {
  const [stored, setStored] = useState<readonly HelpPage[]>([])
  const [late, setLate] = useState<readonly HelpPage[]>([])
  const [isComplete, setComplete] = useState<boolean | null>(null)
  useEffect(() => {
    const loading = [loadStoredPages().then(setStored), loadLatePages().then(setLate)]
    void Promise.allSettled(loading).then((parts) => setComplete(parts.every(({ status }) => status === 'fulfilled')))
  }, [])
  return { pages: [...stored, ...late], isComplete }
}

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
  const [stored, late] = [usePages(loadStoredPages), usePages(loadLatePages)]
  const hits = searchHelp([...loadedOf(stored), ...loadedOf(late)], search)
  // More may be found in what is not loaded yet, or could not be.
  const isNothingFinal = stored !== null && stored !== 'failed' && late !== null
  return (
    <Stack gap="md">
      <Announced>{hits.length === 0 && !isNothingFinal ? '' : resultsOf(hits.length)}</Announced>
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
      {stored === 'failed' && <Text>Not all of the help could be searched. Reload this page.</Text>}
      {stored !== 'failed' && late === 'failed' && (
        <Text>The pages on statistics and for operators are not searched offline.</Text>
      )}
    </Stack>
  )
}

const resultsOf = (count: number): string =>
  count === 0 ? 'Nothing found. Try another word.' : counted(count, 'result')

/** Null while they are awaited. */
type Pages = readonly HelpPage[] | 'failed' | null

const usePages = (load: () => Promise<readonly HelpPage[]>): Pages => {
  const [pages, setPages] = useState<Pages>(null)
  useEffect(() => void load().then(setPages, () => setPages('failed')), [load])
  return pages
}

const loadedOf = (pages: Pages): readonly HelpPage[] => (pages === null || pages === 'failed' ? [] : pages)
